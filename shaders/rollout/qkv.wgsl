// From the residual stream to queries, and to keys and values in the cache.
//
// y = rstd(x) (x W), with the norm's weight in W; rstd = 1 / sqrt(sum of squares / HIDDEN_SIZE + EPSILON).
// Columns below QUERIES are queries, then KEYS keys, then KEYS values. Pairs of neighbours (a, b) of queries and keys
// turn by the angle of their position: (a cos - b sin, b cos + a sin). Queries are scaled by SCALE, the inverse square
// root of a head's size.
// x [rows, IN], w [OUT, IN], rows [rows], rotary [positions, HEAD / 2] of (cos, sin), queries [rows, QUERIES],
// keys and values [slots, capacity, KEYS] at the row's slot and position.

fn keep_row(row: u32, block: u32, y: vec4f, squares: f32) {
  if (row >= sizes.rows) { return; }
  let column = block * 4u;
  let cursor = rows[row];
  if (cursor.w == FINISHED) { return; }
  let normed = y * inverseSqrt(squares / HIDDEN_SIZE + EPSILON);
  let line = (cursor.x * sizes.capacity + cursor.y) * (KEYS / 4u);
  if (column >= QUERIES + KEYS) {
    values[line + (column - QUERIES - KEYS) / 4u] = normed;
    return;
  }
  let turn = rotary[(cursor.y * HEAD + column % HEAD) / 4u];
  let turned = normed * turn.xxzz + vec4f(-normed.y, normed.x, -normed.w, normed.z) * turn.yyww;
  if (column < QUERIES) {
    queries[(row * QUERIES + column) / 4u] = turned * SCALE;
  } else {
    keys[line + (column - QUERIES) / 4u] = turned;
  }
}

fn keep(row: u32, block: u32, tile: Tile) {
  keep_row(row, block, tile.r0, tile.squares.x);
  keep_row(row + 1u, block, tile.r1, tile.squares.y);
  keep_row(row + 2u, block, tile.r2, tile.squares.z);
  keep_row(row + 3u, block, tile.r3, tile.squares.w);
}

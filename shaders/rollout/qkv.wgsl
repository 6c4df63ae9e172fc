// From the residual stream to queries, and to keys and values in the cache.
//
// y = rstd(x) (x W), with the norm's weight in W; rstd = 1 / sqrt(sum of squares / HIDDEN_SIZE + EPSILON).
// Columns below QUERIES are queries, then KEYS keys, then KEYS values. Pairs of neighbours (a, b) of queries and keys
// turn by the angle of their position: (a cos - b sin, b cos + a sin). Queries are scaled by SCALE, the inverse square
// root of a head's size.
// x [rows, IN], w [OUT, IN], rows [rows], rotary [positions, HEAD / 2] of (cos, sin), queries [rows, QUERIES],
// keys and values [slots, capacity, KEYS] at the row's slot and position.

const FINISHED = 0xffffffffu;

fn keep(row: u32, column: u32, y: vec4f, squares: f32) {
  if (row >= sizes.rows) { return; }
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

@compute @workgroup_size(TILE_INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let place = tile_place(group, groups, local);
  let tile = multiply(place, local);
  if (place.y >= OUT / 4u) { return; }
  let row = place.x * 4u;
  let column = place.y * 4u;
  keep(row, column, tile.r0, tile.squares.x);
  keep(row + 1u, column, tile.r1, tile.squares.y);
  keep(row + 2u, column, tile.r2, tile.squares.z);
  keep(row + 3u, column, tile.r3, tile.squares.w);
}

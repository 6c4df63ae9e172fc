// Logits of the next token.
//
// logits = rstd(x) (x W), with x [rows, IN], w [OUT, IN] with the last norm's weight in it, logits [rows, OUT]; rstd as
// in qkv.wgsl.

fn keep_row(row: u32, block: u32, y: vec4f, squares: f32) {
  if (row >= sizes.rows) { return; }
  logits[row * (OUT / 4u) + block] = y * inverseSqrt(squares / HIDDEN_SIZE + EPSILON);
}

fn keep(row: u32, block: u32, tile: Tile) {
  keep_row(row, block, tile.r0, tile.squares.x);
  keep_row(row + 1u, block, tile.r1, tile.squares.y);
  keep_row(row + 2u, block, tile.r2, tile.squares.z);
  keep_row(row + 3u, block, tile.r3, tile.squares.w);
}

// The other half of the feed-forward network, and the residual.
//
// result = residual + x W, with x [rows, IN] what gate.wgsl left, w [OUT, IN], residual and result [rows, OUT].

fn keep_row(row: u32, block: u32, y: vec4f) {
  if (row >= sizes.rows) { return; }
  let at = row * (OUT / 4u) + block;
  result[at] = residual[at] + y;
}

fn keep(row: u32, block: u32, tile: Tile) {
  keep_row(row, block, tile.r0);
  keep_row(row + 1u, block, tile.r1);
  keep_row(row + 2u, block, tile.r2);
  keep_row(row + 3u, block, tile.r3);
}

// y = x W and nothing else: what the variants of multiply-*.wgsl are checked and timed with.
//
// x [rows, IN], w [OUT, IN] or [IN, OUT], y [rows, OUT], squares [rows]: the sum of x^2 of each row, where SQUARES is
// set. Buffers have room for a multiple of 32 rows; those beyond are left as they are.

fn keep(row: u32, block: u32, tile: Tile) {
  const STRIDE = OUT / 4u;
  let at = row * STRIDE + block;
  y[at] = tile.r0;
  y[at + STRIDE] = tile.r1;
  y[at + 2u * STRIDE] = tile.r2;
  y[at + 3u * STRIDE] = tile.r3;
  if (SQUARES && block == 0u) { squares[row / 4u] = tile.squares; }
}

// The gradient of a projection's input: y = x W, x being the gradient of its output.
//
// x [rows, IN], w [IN, OUT] (the matrix of the forward pass), y [rows, OUT]. Rows beyond the last are written and
// never read. CPU meaning: y = x W.

fn keep(row: u32, block: u32, tile: Tile) {
  const STRIDE = OUT / 4u;
  let at = row * STRIDE + block;
  y[at] = tile.r0;
  y[at + STRIDE] = tile.r1;
  y[at + 2u * STRIDE] = tile.r2;
  y[at + 3u * STRIDE] = tile.r3;
}

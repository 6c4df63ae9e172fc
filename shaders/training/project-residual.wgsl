// Projection back into the residual stream: the output of attention or of the MLP.
//
// x [rows, IN], w [OUT, IN], residual [tokens, OUT], y [rows, OUT]. queries [rows]: (token, start of its context);
// where GATHERED the rows of x and y are those tokens only. Rows beyond the last are written and never read.
// CPU meaning: y[i] = residual[token of i] + (x W)[i].

fn source(row: u32, last: u32) -> u32 {
  if (GATHERED) { return queries[min(row, last)].x; }
  return row;
}

fn keep(row: u32, block: u32, tile: Tile) {
  const STRIDE = OUT / 4u;
  let last = sizes.rows - 1u;
  let at = row * STRIDE + block;
  y[at] = tile.r0 + residual[source(row, last) * STRIDE + block];
  y[at + STRIDE] = tile.r1 + residual[source(row + 1u, last) * STRIDE + block];
  y[at + 2u * STRIDE] = tile.r2 + residual[source(row + 2u, last) * STRIDE + block];
  y[at + 3u * STRIDE] = tile.r3 + residual[source(row + 3u, last) * STRIDE + block];
}

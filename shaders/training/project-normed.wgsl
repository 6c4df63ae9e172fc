// Projection of what was normed: gate and up of a layer, or the logits.
//
// x [rows, IN], w [OUT, IN] with the norm's weight folded in, rstd [rows] from root-mean-square.wgsl, y [rows, OUT]. Rows
// beyond the last are written and never read. CPU meaning: y = rstd * (x W).

fn keep(row: u32, block: u32, tile: Tile) {
  const STRIDE = OUT / 4u;
  let scale = rstd[row / 4u];
  let at = row * STRIDE + block;
  y[at] = tile.r0 * scale.x;
  y[at + STRIDE] = tile.r1 * scale.y;
  y[at + 2u * STRIDE] = tile.r2 * scale.z;
  y[at + 3u * STRIDE] = tile.r3 * scale.w;
}

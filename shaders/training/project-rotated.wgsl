// Queries, keys and values of every token: projection of what was normed, and rotation.
//
// x [rows, IN], w [OUT, IN] with the norm's weight folded in, rstd [rows] from root-mean-square.wgsl, y [rows, OUT], whose
// first ROTATED columns are queries and keys. queries [rows]: (token, start of its context). Rows beyond the last are
// written and never read.
// CPU meaning: y = rstd * (x W), queries and keys rotated by the token's position in its context.

fn turned(v: vec4f, row: u32, block: u32) -> vec4f {
  if (block * 4u >= ROTATED) { return v; }
  let place = queries[row];
  return rotated(v, place.x - place.y, block % (HEAD / 4u));
}

fn keep(row: u32, block: u32, tile: Tile) {
  const STRIDE = OUT / 4u;
  let scale = rstd[row / 4u];
  let at = row * STRIDE + block;
  y[at] = turned(tile.r0 * scale.x, row, block);
  y[at + STRIDE] = turned(tile.r1 * scale.y, row + 1u, block);
  y[at + 2u * STRIDE] = turned(tile.r2 * scale.z, row + 2u, block);
  y[at + 3u * STRIDE] = turned(tile.r3 * scale.w, row + 3u, block);
}

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

@compute @workgroup_size(TILE_INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  const STRIDE = OUT / 4u;
  let place = tile_place(group, groups, local);
  let tile = multiply(place, local);
  let row = place.x * 4u;
  if (row >= sizes.rows || place.y >= STRIDE) { return; }
  let scale = rstd[place.x];
  let at = row * STRIDE + place.y;
  y[at] = turned(tile.r0 * scale.x, row, place.y);
  y[at + STRIDE] = turned(tile.r1 * scale.y, row + 1u, place.y);
  y[at + 2u * STRIDE] = turned(tile.r2 * scale.z, row + 2u, place.y);
  y[at + 3u * STRIDE] = turned(tile.r3 * scale.w, row + 3u, place.y);
}

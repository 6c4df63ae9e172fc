// Projection of what was normed: gate and up of a layer, or the logits.
//
// x [rows, IN], w [OUT, IN] with the norm's weight folded in, rstd [rows] from root-mean-square.wgsl, y [rows, OUT]. Rows
// beyond the last are written and never read. CPU meaning: y = rstd * (x W).

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
  y[at] = tile.r0 * scale.x;
  y[at + STRIDE] = tile.r1 * scale.y;
  y[at + 2u * STRIDE] = tile.r2 * scale.z;
  y[at + 3u * STRIDE] = tile.r3 * scale.w;
}

// The gradient of a projection's input: y = x W, x being the gradient of its output.
//
// x [rows, IN], w [IN, OUT] (the matrix of the forward pass), y [rows, OUT]. Rows beyond the last are written and
// never read. CPU meaning: y = x W.

@compute @workgroup_size(TILE_INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  const STRIDE = OUT / 4u;
  let place = tile_place(group, groups, local);
  let tile = multiply(place, local);
  let row = place.x * 4u;
  if (row >= sizes.rows || place.y >= STRIDE) { return; }
  let at = row * STRIDE + place.y;
  y[at] = tile.r0;
  y[at + STRIDE] = tile.r1;
  y[at + 2u * STRIDE] = tile.r2;
  y[at + 3u * STRIDE] = tile.r3;
}

// y = x W and nothing else: what the variants of multiply-*.wgsl are checked and timed with.
//
// x [rows, IN], w [OUT, IN] or [IN, OUT], y [rows, OUT], squares [rows]: the sum of x^2 of each row, where SQUARES is
// set. Buffers have room for a multiple of 32 rows; those beyond are left as they are.

@compute @workgroup_size(TILE_INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let place = tile_place(group, groups, local);
  let tile = multiply(place, local);
  let row = place.x * 4u;
  if (row >= sizes.rows || place.y >= OUT / 4u) { return; }
  const STRIDE = OUT / 4u;
  let at = row * STRIDE + place.y;
  y[at] = tile.r0;
  y[at + STRIDE] = tile.r1;
  y[at + 2u * STRIDE] = tile.r2;
  y[at + 3u * STRIDE] = tile.r3;
  if (SQUARES && place.y == 0u) { squares[place.x] = tile.squares; }
}

// The entry point of kernels that are a product and what becomes of its tiles. Which that is they say in
//   fn keep(row: u32, block: u32, tile: Tile)
// for the four rows from `row` on and the columns of `block`, both within the product; but of the last four rows some
// may be beyond sizes.rows.

@compute @workgroup_size(TILE_INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let place = tile_place(group, groups, local);
  let tile = multiply(place, local);
  let row = place.x * 4u;
  if (row >= sizes.rows || place.y >= OUT / 4u) { return; }
  keep(row, place.y, tile);
}

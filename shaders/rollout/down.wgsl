// The other half of the feed-forward network, and the residual.
//
// result = residual + x W, with x [rows, IN] what gate.wgsl left, w [OUT, IN], residual and result [rows, OUT].

fn keep(row: u32, column: u32, y: vec4f) {
  if (row >= sizes.rows) { return; }
  let at = row * (OUT / 4u) + column;
  result[at] = residual[at] + y;
}

@compute @workgroup_size(TILE_INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let place = tile_place(group, groups, local);
  let tile = multiply(place, local);
  if (place.y >= OUT / 4u) { return; }
  let row = place.x * 4u;
  keep(row, place.y, tile.r0);
  keep(row + 1u, place.y, tile.r1);
  keep(row + 2u, place.y, tile.r2);
  keep(row + 3u, place.y, tile.r3);
}

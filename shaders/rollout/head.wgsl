// Logits of the next token.
//
// logits = rstd(x) (x W), with x [rows, IN], w [OUT, IN] with the last norm's weight in it, logits [rows, OUT]; rstd as
// in qkv.wgsl.

fn keep(row: u32, column: u32, y: vec4f, squares: f32) {
  if (row >= sizes.rows) { return; }
  logits[row * (OUT / 4u) + column] = y * inverseSqrt(squares / HIDDEN_SIZE + EPSILON);
}

@compute @workgroup_size(TILE_INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let place = tile_place(group, groups, local);
  let tile = multiply(place, local);
  if (place.y >= OUT / 4u) { return; }
  let row = place.x * 4u;
  keep(row, place.y, tile.r0, tile.squares.x);
  keep(row + 1u, place.y, tile.r1, tile.squares.y);
  keep(row + 2u, place.y, tile.r2, tile.squares.z);
  keep(row + 3u, place.y, tile.r3, tile.squares.w);
}

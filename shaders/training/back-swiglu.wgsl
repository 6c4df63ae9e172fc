// Through the down projection and SwiGLU: from the gradient of the MLP's output to that of gate and up.
//
// x [rows, IN], w [IN, OUT] (the down matrix), gate_up and y [rows, 2 OUT], gate and up alternating in fours. Rows
// beyond the last are written and never read.
// CPU meaning: d = x W; with s = sigmoid(gate), dup = d gate s, dgate = d up s (1 + gate (1 - s)).

fn gradient(d: vec4f, row: u32, block: u32) {
  let at = row * (OUT / 2u) + 2u * block;
  let gate = gate_up[at];
  let s = sigmoid(gate);
  y[at] = d * gate_up[at + 1u] * s * (1.0 + gate * (1.0 - s));
  y[at + 1u] = d * gate * s;
}

@compute @workgroup_size(TILE_INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let place = tile_place(group, groups, local);
  let tile = multiply(place, local);
  let row = place.x * 4u;
  if (row >= sizes.rows || place.y >= OUT / 4u) { return; }
  gradient(tile.r0, row, place.y);
  gradient(tile.r1, row + 1u, place.y);
  gradient(tile.r2, row + 2u, place.y);
  gradient(tile.r3, row + 3u, place.y);
}

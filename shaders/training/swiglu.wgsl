// SwiGLU (Shazeer 2020) of gate and up, which alternate in fours.
//
// gate_up [rows, 2 INNER], activated [rows, INNER]. CPU meaning: activated = gate * sigmoid(gate) * up.
// One invocation does four columns.

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let index = linear_group(group, groups) * 64u + local;
  if (index >= sizes.rows * (INNER / 4u)) { return; }
  let gate = gate_up[index * 2u];
  activated[index] = gate * sigmoid(gate) * gate_up[index * 2u + 1u];
}

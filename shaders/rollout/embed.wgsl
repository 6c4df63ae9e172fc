// Hidden states of tokens before the first layer.
//
// rows [rows], embedding [vocabulary, HIDDEN], x [rows, HIDDEN]; HIDDEN in vectors of four.
// CPU meaning: x[r] = embedding[rows[r].token].

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let index = linear_group(group, groups) * 64u + local;
  let row = index / HIDDEN;
  if (row >= sizes.rows) { return; }
  x[index] = embedding[rows[row].z * HIDDEN + index % HIDDEN];
}

// The embedding of every token, the input of the first layer.
//
// tokens [rows], embedding [vocabulary, HIDDEN], x [rows, HIDDEN]. CPU meaning: x[t] = embedding[tokens[t]].
// One invocation copies four numbers.

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  const STRIDE = HIDDEN / 4u;
  let index = linear_group(group, groups) * 64u + local;
  let row = index / STRIDE;
  if (row >= sizes.rows) { return; }
  x[index] = embedding[tokens[row] * STRIDE + index % STRIDE];
}

// The adapter's matrices as the gradient kernels want them: packed like the network's, norms folded in.
//
// places [count]: index in the adapter, NOWHERE for padding; factors [count]; adapter, packed [count]: flat.
// CPU meaning: packed[i] = factors[i] * adapter[places[i]], 0 for padding.

const NOWHERE = 0xffffffffu;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let index = linear_group(group, groups) * 64u + local;
  if (index >= COUNT) { return; }
  var value = 0.0;
  if (places[index] != NOWHERE) { value = factors[index] * adapter[places[index]]; }
  packed[index] = value;
}

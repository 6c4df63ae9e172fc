// The gradient of the whole adapter, flat as in policy/lora.ts: adds up the chunks of lora-outer.wgsl in order.
//
// partial: CHUNKS times CHUNK_STRIDE numbers; places and factors [COUNT]: where in a chunk each number of the adapter
// has its sum, and what it is multiplied with. CPU meaning: gradient[i] += factors[i] * sum over chunks.

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let index = linear_group(group, groups) * 64u + local;
  if (index >= COUNT) { return; }
  var sum = 0.0;
  for (var chunk = 0u; chunk < CHUNKS; chunk++) { sum += partial[chunk * CHUNK_STRIDE + places[index]]; }
  gradient[index] += factors[index] * sum;
}

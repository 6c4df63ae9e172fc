// Adds the chunks of outer.wgsl, in order, to the gradient of a packed matrix.
//
// partial [chunks, size of the matrix], gradient [size of the matrix]; both are bound at exactly that size.
// CPU meaning: gradient[i] += sum over chunks of partial[chunk][i]. One invocation adds four numbers.

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let index = linear_group(group, groups) * 64u + local;
  let stride = arrayLength(&gradient);
  if (index >= stride) { return; }
  var sum = vec4f();
  for (var at = index; at < arrayLength(&partial); at += stride) { sum += partial[at]; }
  gradient[index] += sum;
}

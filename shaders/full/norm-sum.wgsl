// Adds up the chunks of norm.wgsl, in order: the gradient of a norm's weight.
//
// partial [chunks, columns], gradient [count]. CPU meaning: gradient[k] = sum over chunks of partial[chunk][k].

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= numbers.count) { return; }
  var sum = 0.0;
  for (var chunk = 0u; chunk < numbers.chunks; chunk++) { sum += partial[chunk * numbers.columns + id.x]; }
  gradient[id.x] = sum;
}

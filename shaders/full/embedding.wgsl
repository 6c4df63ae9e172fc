// The gradient of the embedding: rows of the gradient of the first layer's input, added up by token. Each token's
// places are listed beforehand, so that a sum has one writer and a fixed order.
//
// runs: for each different token (token, first of its places, end of its places, -); places [tokens]; x [tokens,
// 4 stride]: gradient of the first layer's input; gradient [vocabulary, 4 stride].
// CPU meaning: gradient[token] += sum over its places of x[place]. One invocation adds four columns.

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let index = linear_group(group, groups) * 64u + local;
  let which = index / numbers.stride;
  if (which >= numbers.runs) { return; }
  let column = index % numbers.stride;
  let run = runs[which];
  var sum = vec4f();
  for (var i = run.y; i < run.z; i++) { sum += x[places[i] * numbers.stride + column]; }
  gradient[run.x * numbers.stride + column] += sum;
}

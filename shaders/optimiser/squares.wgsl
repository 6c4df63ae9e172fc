// The squared norm of a long vector in two stages: each workgroup sums its share, the next dispatch (sum.wgsl) the
// shares. No atomics, and an order that depends on the sizes alone.
//
// Constants: INVOCATIONS. vector vec4f [numbers.vectors], partial f32 [workgroups].
// CPU meaning: partial[g] = sum over i = g INVOCATIONS + l (mod workgroups INVOCATIONS), l < INVOCATIONS, of
// |vector[i]|^2.

var<workgroup> lane_sums: array<f32, INVOCATIONS>;

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  var sum = 0.0;
  for (var i = group.x * INVOCATIONS + local; i < numbers.vectors; i += groups.x * INVOCATIONS) {
    sum += dot(vector[i], vector[i]);
  }
  lane_sums[local] = sum;
  for (var half = INVOCATIONS / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (local < half) { lane_sums[local] += lane_sums[local + half]; }
  }
  if (local == 0u) { partial[group.x] = lane_sums[0]; }
}

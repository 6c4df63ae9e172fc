// The second stage of squares.wgsl, by one workgroup.
//
// Constants: INVOCATIONS, at least numbers.groups. partial f32 [numbers.groups], norm f32 [1].
// CPU meaning: norm[0] = square root of the sum of partial.

var<workgroup> lane_sums: array<f32, INVOCATIONS>;

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(local_invocation_index) local: u32) {
  lane_sums[local] = select(0.0, partial[local], local < numbers.groups);
  for (var half = INVOCATIONS / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (local < half) { lane_sums[local] += lane_sums[local + half]; }
  }
  if (local == 0u) { norm[0] = sqrt(lane_sums[0]); }
}

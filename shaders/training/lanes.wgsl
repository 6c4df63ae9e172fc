// Sums over a row that LANES neighbouring invocations of a workgroup of 64 share, in an order that depends on LANES alone.

var<workgroup> partial: array<f32, 64>;

// The sum of `own` over the lanes of a row. Called by all invocations of a workgroup together.
fn sum_of_lanes(own: f32, local: u32) -> f32 {
  if (LANES == 1u) { return own; }
  let lane = local % LANES;
  partial[local] = own;
  for (var half = LANES / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half) { partial[local] += partial[local + half]; }
  }
  workgroupBarrier();
  return partial[local - lane];
}

// Sums of the statistics of a loss, added to those of earlier calls. One workgroup, in a fixed order.
//
// statistics vec4f [capacity], totals vec4f [1]. CPU meaning: totals[0] += sum over i < positions of statistics[i].

const INVOCATIONS = 256u;

var<workgroup> partial: array<vec4f, INVOCATIONS>;

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(local_invocation_index) local: u32) {
  var sum = vec4f();
  for (var i = local; i < numbers.positions; i += INVOCATIONS) { sum += statistics[i]; }
  partial[local] = sum;
  for (var half = INVOCATIONS / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (local < half) { partial[local] += partial[local + half]; }
  }
  if (local == 0u) { totals[0] += partial[0]; }
}

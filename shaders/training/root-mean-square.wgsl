// What RMSNorm multiplies each row with, but for its weight.
//
// x [rows, HIDDEN], rstd [rows]. LANES invocations share a row.
// CPU meaning: rstd = 1 / sqrt(mean(x^2) + EPSILON), the mean over the real HIDDEN_SIZE columns.

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  const STRIDE = HIDDEN / 4u;
  let row = linear_group(group, groups) * (64u / LANES) + local / LANES;
  // No early return: all invocations meet at the barriers.
  let at = min(row, sizes.rows - 1u) * STRIDE;
  var squares = 0.0;
  for (var k = local % LANES; k < STRIDE; k += LANES) { squares += dot(x[at + k], x[at + k]); }
  squares = sum_of_lanes(squares, local);
  if (row < sizes.rows && local % LANES == 0u) { rstd[row] = inverseSqrt(squares / HIDDEN_SIZE + EPSILON); }
}

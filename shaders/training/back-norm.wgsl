// Through an RMSNorm whose weight is folded into the next matrix, and past the residual connection around them.
//
// normed [rows, HIDDEN]: gradient of u = x rstd. x [rows, HIDDEN], rstd [rows]. beside [residuals, HIDDEN]: gradient
// that comes down the residual connection; for row t the row keys[t].w of it, none where that is NOWHERE (a token
// that nothing after the last attention needs). gradient [rows, HIDDEN].
// CPU meaning: gradient = beside + rstd (normed - u mean(normed u)), the mean over the real HIDDEN_SIZE columns.
// LANES invocations share a row.

const NOWHERE = 0xffffffffu;
const STRIDE = HIDDEN / 4u;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let row = linear_group(group, groups) * (64u / LANES) + local / LANES;
  let lane = local % LANES;
  // No early return: all invocations meet at the barriers.
  let at = min(row, sizes.rows - 1u) * STRIDE;
  var product = 0.0;
  for (var k = lane; k < STRIDE; k += LANES) { product += dot(normed[at + k], x[at + k]); }
  product = sum_of_lanes(product, local);
  if (row >= sizes.rows) { return; }
  let scale = rstd[row];
  let shrink = product * scale * scale / HIDDEN_SIZE;
  var source = NOWHERE;
  if (HAS_BESIDE) { source = row; }
  if (HAS_BESIDE && SCATTERED) { source = keys[row].w; }
  for (var k = lane; k < STRIDE; k += LANES) {
    var change = scale * (normed[at + k] - shrink * x[at + k]);
    if (source != NOWHERE) { change += beside[source * STRIDE + k]; }
    gradient[at + k] = change;
  }
}

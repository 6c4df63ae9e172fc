// The log-probability of one token per position, and nothing else; logits stay as they are.
//
// Constants of softmax.wgsl. logits [capacity, vocabulary], token [capacity]; logProb [capacity].
// CPU meaning: logProb[i] = log p[i][token[i]] (softmax.wgsl).

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let lane = local % LANES;
  let position = linear_group(group, groups) * (INVOCATIONS / LANES) + local / LANES;
  let last = numbers.capacity - 1u;
  // No early return: all invocations meet at the barriers.
  let width = row_width();
  let row = min(position, last) * width;

  var peak = -1e30;
  for (var v = lane; v < width; v += LANES) { peak = max(peak, largest(scaled(logits[row + v], v))); }
  peak = reduced_maximum(vec2f(peak), local).x;
  var sum = 0.0;
  for (var v = lane; v < width; v += LANES) { sum += total(exp(scaled(logits[row + v], v) - peak)); }
  sum = reduced_sum(vec2f(sum, 0.0), local).x;

  if (lane == 0u && position <= last) {
    let target_token = tokens[position].x;
    let part = scaled(logits[row + target_token / 4u], target_token / 4u);
    logProb[position] = part[target_token % 4u] - peak - log(sum);
  }
}

// The policy loss at the positions that predict a generated token, and its gradient in place of the logits.
//
// Constants of softmax.wgsl, and KIND (0 rec, 1 rec-is, 2 ppo), HAS_BASE (KL to the base), HAS_ENTROPY (bonus).
// logits [capacity, vocabulary] becomes d loss / d logits; baseLogits likewise is read where HAS_BASE. tokens [capacity]
// holds the token, and as bits of f32 its advantage A, its old log-probability and its weight w. Rows at or beyond
// numbers.positions get gradient and statistics 0.
//
// CPU meaning, for one position with p = softmax(z) (softmax.wgsl), q the base's, rho = p[token] / old:
//   M = 0 where the clip removes the gradient (A > 0 and rho > 1 + clipHigh, or A < 0 and rho < 1 - clipLow), else 1
//   loss = w / normaliser * (surrogate + klCoefficient KL - entropyCoefficient H), where surrogate is
//     rec: -A M log p[token]; rec-is: -A M rho; ppo: -A (M rho + (1 - M) clip(rho))
//     KL = sum over v of p (log p - log q), H = -sum over v of p log p
//   d loss / d z[v] = w / normaliser * (slope (1[v = token] - p) + klCoefficient p (log p - log q - KL)
//     + entropyCoefficient p (log p + H)), slope = -A M (rec) or -A M rho
//   statistics = (loss, w (1 - M), w (old log-probability - log p[token]), w KL)

const REC = 0u;
const PPO = 2u;
// exp of more would overflow once it is squared in the norm of a gradient.
const LARGEST_EXPONENT = 40.0;

fn part_of_token(token: u32, index: u32) -> vec4f {
  return select(vec4f(), vec4f(1.0), vec4u(index * 4u) + vec4u(0u, 1u, 2u, 3u) == vec4u(token));
}

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let lane = local % LANES;
  let position = linear_group(group, groups) * (INVOCATIONS / LANES) + local / LANES;
  let exists = position < numbers.capacity;
  // No early return: all invocations meet at the barriers.
  let width = row_width();
  let row = min(position, numbers.capacity - 1u) * width;
  let facts = tokens[min(position, numbers.capacity - 1u)];
  let token = facts.x;
  let advantage = bitcast<f32>(facts.y);
  let old = bitcast<f32>(facts.z);
  let counts = position < numbers.positions;
  let weight = select(0.0, bitcast<f32>(facts.w), counts);

  // Read before the last barrier, behind which other lanes write gradients over logits.
  let own = scaled(logits[row + token / 4u], token / 4u)[token % 4u];
  var peak = vec2f(-1e30);
  for (var v = lane; v < width; v += LANES) {
    peak.x = max(peak.x, largest(scaled(logits[row + v], v)));
    if (HAS_BASE) { peak.y = max(peak.y, largest(scaled(baseLogits[row + v], v))); }
  }
  peak = reduced_maximum(peak, local);
  var sum = vec2f();
  for (var v = lane; v < width; v += LANES) {
    sum.x += total(exp(scaled(logits[row + v], v) - peak.x));
    if (HAS_BASE) { sum.y += total(exp(scaled(baseLogits[row + v], v) - peak.y)); }
  }
  sum = reduced_sum(sum, local);
  let log_sum = log(max(sum, vec2f(1.0)));

  let log_prob = own - peak.x - log_sum.x;

  // (KL, entropy)
  var spread = vec2f();
  if (HAS_BASE || HAS_ENTROPY) {
    for (var v = lane; v < width; v += LANES) {
      let log_p = scaled(logits[row + v], v) - peak.x - log_sum.x;
      let p = exp(log_p);
      if (HAS_BASE) { spread.x += dot(p, log_p - (scaled(baseLogits[row + v], v) - peak.y - log_sum.y)); }
      spread.y -= dot(p, log_p);
    }
    spread = reduced_sum(spread, local);
  }

  let ratio = exp(min(log_prob - old, LARGEST_EXPONENT));
  let lowest = 1.0 - numbers.clipLow;
  let highest = 1.0 + numbers.clipHigh;
  let clipped = (advantage > 0.0 && ratio > highest) || (advantage < 0.0 && ratio < lowest);
  let kept = select(advantage, 0.0, clipped);
  var surrogate = kept * select(ratio, log_prob, KIND == REC);
  if (KIND == PPO && clipped) { surrogate = advantage * clamp(ratio, lowest, highest); }
  let share = weight * numbers.inverseNormaliser;
  let slope = -share * kept * select(ratio, 1.0, KIND == REC) * numbers.inverseTemperature;
  let pull = share * numbers.klCoefficient * numbers.inverseTemperature;
  let push = share * numbers.entropyCoefficient * numbers.inverseTemperature;

  if (exists) {
    for (var v = lane; v < width; v += LANES) {
      let log_p = scaled(logits[row + v], v) - peak.x - log_sum.x;
      let p = exp(log_p);
      var gradient = slope * (part_of_token(token, v) - p);
      if (HAS_BASE) {
        gradient += pull * p * (log_p - (scaled(baseLogits[row + v], v) - peak.y - log_sum.y) - spread.x);
      }
      if (HAS_ENTROPY) { gradient += push * p * (log_p + spread.y); }
      logits[row + v] = select(vec4f(), gradient, counts);
    }
    if (lane == 0u) {
      var loss = -surrogate;
      if (HAS_BASE) { loss += numbers.klCoefficient * spread.x; }
      if (HAS_ENTROPY) { loss -= numbers.entropyCoefficient * spread.y; }
      let removed = select(0.0, 1.0, clipped);
      statistics[position] = select(
        vec4f(),
        vec4f(share * loss, weight * vec3f(removed, old - log_prob, spread.x)),
        counts,
      );
      logProb[position] = log_prob;
    }
  }
}

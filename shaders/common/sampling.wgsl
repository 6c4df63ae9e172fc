// Draws a token from a row of logits by one workgroup, as src/policy/sampling.ts does on a CPU: temperature, top-k,
// top-p, masked tokens, inverse of the cumulative distribution over ascending ids.
//
// Each invocation has a block of neighbouring ids. Sums go over a block, then over sixteen blocks, then over the groups
// of sixteen, each from the left; a cumulative sum is (groups before + blocks before) + ids before, whose last value
// in a block is the first of the next. So it never falls, and the order never changes.
//
// Constants: VOCABULARY (padded), SAMPLING_INVOCATIONS (a multiple of 16), FILTERS (whether top-k or top-p take
// anything away). Bindings: masked, draw. The kernel has a function logit_at(place, id), the logit of a token in the
// row that `place` stands for to it.

const SAMPLING_BLOCK = (VOCABULARY + SAMPLING_INVOCATIONS - 1u) / SAMPLING_INVOCATIONS;
const SAMPLING_GROUP = 16u;
const SAMPLING_GROUPS = SAMPLING_INVOCATIONS / SAMPLING_GROUP;
// The logit of a masked token; a logit of minus infinity counts as this too.
const NEVER = -1e30;
// Its exponential is 0 in float32, with room for a product with it.
const LEAST_LOG_WEIGHT = -200.0;
const NOT_A_NUMBER = 0x80000000u;

struct Sample {
  token: u32,
  log_prob: f32,
  entropy: f32,
  // Whether all logits were numbers, and one of them a token's that may be drawn.
  valid: bool,
}

// Sums of a pair of numbers over invocations.
struct OrderedSums { groups_before: vec2f, blocks_before: vec2f, total: vec2f }

// Tokens stay whose key is greater than `key`, and the first `ties` of those with that key.
struct Cutoff { key: u32, ties: f32 }

var<workgroup> block_sums: array<vec2f, SAMPLING_INVOCATIONS>;
var<workgroup> group_sums: array<vec2f, SAMPLING_GROUPS>;
// Logit bits; id, with NOT_A_NUMBER set where a logit was none.
var<workgroup> block_best: array<vec2u, SAMPLING_INVOCATIONS>;
var<workgroup> group_best: array<vec2u, SAMPLING_GROUPS>;
// Token; bits of its log-weight.
var<workgroup> chosen: vec2u;

// Two barriers; may be called again at once, since whoever writes next has passed the first of the next call's.
fn ordered_sums(value: vec2f, local: u32) -> OrderedSums {
  block_sums[local] = value;
  workgroupBarrier();
  var before = vec2f();
  for (var block = local / SAMPLING_GROUP * SAMPLING_GROUP; block < local; block++) { before += block_sums[block]; }
  if (local % SAMPLING_GROUP == SAMPLING_GROUP - 1u) { group_sums[local / SAMPLING_GROUP] = before + value; }
  workgroupBarrier();
  var sums = OrderedSums(vec2f(), before, vec2f());
  for (var group = 0u; group < SAMPLING_GROUPS; group++) {
    if (group == local / SAMPLING_GROUP) { sums.groups_before = sums.total; }
    sums.total += group_sums[group];
  }
  return sums;
}

fn better(a: vec2u, b: vec2u) -> vec2u {
  let best = select(a, b, bitcast<f32>(b.x) > bitcast<f32>(a.x));
  return vec2u(best.x, best.y | ((a.y | b.y) & NOT_A_NUMBER));
}

// The best of all invocations; the first among equals.
fn ordered_best(value: vec2u, local: u32) -> vec2u {
  block_best[local] = value;
  workgroupBarrier();
  if (local % SAMPLING_GROUP == SAMPLING_GROUP - 1u) {
    var best = block_best[local + 1u - SAMPLING_GROUP];
    for (var block = local + 2u - SAMPLING_GROUP; block <= local; block++) { best = better(best, block_best[block]); }
    group_best[local / SAMPLING_GROUP] = best;
  }
  workgroupBarrier();
  var best = group_best[0];
  for (var group = 1u; group < SAMPLING_GROUPS; group++) { best = better(best, group_best[group]); }
  return best;
}

// NaN or infinity, by its bits, since a compiler may assume that there is none; minus infinity is a probability of 0.
fn is_no_number(x: f32) -> bool {
  let bits = bitcast<u32>(x);
  return (bits & 0x7f800000u) == 0x7f800000u && bits != 0xff800000u;
}

fn allowed_logit(place: u32, id: u32) -> f32 {
  if (((masked[id / 32u] >> (id % 32u)) & 1u) != 0u) { return NEVER; }
  return max(logit_at(place, id), NEVER);
}

// Log-weights that leave no weight come back as the least.
fn log_weight_of(logit: f32, greatest: f32, temperature: f32) -> f32 {
  return select(max((logit - greatest) / temperature, LEAST_LOG_WEIGHT), LEAST_LOG_WEIGHT, logit <= NEVER);
}

fn weight_of(log_weight: f32) -> f32 {
  return select(exp(log_weight), 0.0, log_weight <= LEAST_LOG_WEIGHT);
}

// A whole number that orders as the logits do; both zeros are one.
fn key_of(logit: f32) -> u32 {
  let bits = bitcast<u32>(select(logit, 0.0, logit == 0.0));
  return bits ^ select(0x80000000u, 0xffffffffu, (bits & 0x80000000u) != 0u);
}

fn logit_of_key(key: u32) -> f32 {
  return bitcast<f32>(key ^ select(0xffffffffu, 0x80000000u, (key & 0x80000000u) != 0u));
}

// (mass, count) of the tokens whose key is at least this, or greater than it.
fn reached(place: u32, key: u32, is_greater: bool, greatest: f32, temperature: f32, local: u32) -> vec2f {
  var sum = vec2f();
  for (var id = local * SAMPLING_BLOCK; id < min((local + 1u) * SAMPLING_BLOCK, VOCABULARY); id++) {
    let logit = allowed_logit(place, id);
    let own = key_of(logit);
    if (select(own >= key, own > key, is_greater)) {
      sum += vec2f(weight_of(log_weight_of(logit, greatest, temperature)), 1.0);
    }
  }
  return ordered_sums(sum, local).total;
}

// Top-k, then top-p of what it leaves. Each finds the greatest key of which enough tokens, or enough mass, have no
// smaller one, bit by bit from the highest, and then asks for what lies above it. One loop for both, since compilers
// copy what is called in two places.
fn cutoff_of(place: u32, greatest: f32, temperature: f32, local: u32) -> Cutoff {
  const ROUNDS = 33u;
  let count = f32(min(draw.topK, VOCABULARY));
  let keeps_all = draw.topK >= VOCABULARY;
  var least = vec2f(0.0, count);
  var last_key = 0u;
  var kept_ties = 0.0;
  var mass = 0.0;
  var key = 0u;
  for (var round = select(0u, ROUNDS - 1u, keeps_all); round < select(2u * ROUNDS, ROUNDS, draw.topP >= 1.0); round++) {
    let is_found = round % ROUNDS == ROUNDS - 1u;
    if (is_found) { key = max(key, last_key); }
    let bit = select(0x80000000u >> (round % ROUNDS % 32u), 0u, is_found);
    let sum = reached(place, key | bit, is_found, greatest, temperature, local);
    if (!is_found) {
      if (all(sum >= least)) { key |= bit; }
      continue;
    }
    let weight = weight_of(log_weight_of(logit_of_key(key), greatest, temperature));
    if (round < ROUNDS) {
      last_key = key;
      kept_ties = count - sum.y;
      // Where all are kept there are no ties, and the key is no logit's.
      mass = draw.topP * (sum.x + select(kept_ties * weight, 0.0, keeps_all));
      least = vec2f(mass, 0.0);
      key = 0u;
      continue;
    }
    let needed = select(f32(VOCABULARY), max(ceil((mass - sum.x) / weight), 1.0), weight > 0.0);
    return Cutoff(key, select(needed, min(needed, kept_ties), key == last_key));
  }
  return Cutoff(last_key, kept_ties);
}

// Called by all invocations of a workgroup together, with the same place and counter; all get the same sample.
fn sample_row(place: u32, counter: vec2u, local: u32) -> Sample {
  let first = local * SAMPLING_BLOCK;
  let end = min(first + SAMPLING_BLOCK, VOCABULARY);
  var own_best = vec2u(bitcast<u32>(NEVER), 0u);
  for (var id = first; id < end; id++) {
    let logit = allowed_logit(place, id);
    let flag = select(0u, NOT_A_NUMBER, is_no_number(logit_at(place, id)));
    own_best = better(own_best, vec2u(bitcast<u32>(logit), id | flag));
  }
  let best = ordered_best(own_best, local);
  let greatest = bitcast<f32>(best.x);
  let is_greedy = draw.temperature == 0.0;
  let temperature = select(draw.temperature, 1.0, is_greedy);

  var cutoff = Cutoff(0u, 0.0);
  var ties_before = 0.0;
  if (FILTERS) {
    cutoff = cutoff_of(place, greatest, temperature, local);
    var ties = 0.0;
    for (var id = first; id < end; id++) { ties += select(0.0, 1.0, key_of(allowed_logit(place, id)) == cutoff.key); }
    let sums = ordered_sums(vec2f(ties, 0.0), local);
    ties_before = sums.groups_before.x + sums.blocks_before.x;
  }

  // Weight; weight times log-weight.
  var own = vec2f();
  var ties = ties_before;
  for (var id = first; id < end; id++) {
    let logit = allowed_logit(place, id);
    if (FILTERS && !stays(logit, cutoff, &ties)) { continue; }
    let log_weight = log_weight_of(logit, greatest, temperature);
    let weight = weight_of(log_weight);
    own += vec2f(weight, weight * log_weight);
  }
  let sums = ordered_sums(own, local);
  let total = sums.total.x;
  // A product that rounds up to the total would be beyond the last token.
  let threshold = min(threefry_uniform(vec2u(draw.key0, draw.key1), counter) * total,
                      bitcast<f32>(bitcast<u32>(total) - 1u));
  let base = sums.groups_before.x;
  let before = sums.blocks_before.x;
  if (base + before <= threshold && threshold < base + (before + own.x)) {
    var cumulative = 0.0;
    ties = ties_before;
    for (var id = first; id < end; id++) {
      let logit = allowed_logit(place, id);
      if (FILTERS && !stays(logit, cutoff, &ties)) { continue; }
      let log_weight = log_weight_of(logit, greatest, temperature);
      cumulative += weight_of(log_weight);
      if (base + (before + cumulative) > threshold) {
        chosen = vec2u(id, bitcast<u32>(log_weight));
        break;
      }
    }
  }
  workgroupBarrier();
  let drawn = select(chosen, vec2u(best.y & ~NOT_A_NUMBER, 0u), is_greedy);
  let log_total = log(total);
  return Sample(
    drawn.x,
    bitcast<f32>(drawn.y) - log_total,
    log_total - sums.total.y / total,
    (best.y & NOT_A_NUMBER) == 0u && greatest > NEVER,
  );
}

// Whether a token stays; counts those with the cutoff's key.
fn stays(logit: f32, cutoff: Cutoff, ties: ptr<function, f32>) -> bool {
  let key = key_of(logit);
  if (key != cutoff.key) { return key > cutoff.key; }
  *ties += 1.0;
  return *ties <= cutoff.ties;
}

// Log-softmax of one row of logits at a temperature, by LANES invocations together (1 to a whole workgroup).
//
// Constants: LANES (a power of two).
// Bindings: mask vec4f [vocabulary / 4], 0 for tokens that may be sampled, MASKED (src/engines/onnx/llama.ts) for the
// others and for padding; numbers.inverseTemperature.
// CPU meaning: z[v] = logits[v] / temperature + mask[v]; log p[v] = (z[v] - peak) - log(sum over v of exp(z[v] - peak)).

const INVOCATIONS = max(64u, LANES);

var<workgroup> partial: array<vec2f, INVOCATIONS>;

// Vectors in a row. Not a constant, because compilers unroll loops of a known length, and that for seconds.
fn row_width() -> u32 {
  return arrayLength(&mask);
}

// Reductions over the lanes of a position, two numbers at a time, in an order that depends on LANES alone.
fn reduced_maximum(value: vec2f, local: u32) -> vec2f {
  if (LANES == 1u) { return value; }
  let lane = local % LANES;
  partial[local] = value;
  for (var half = LANES / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half) { partial[local] = max(partial[local], partial[local + half]); }
  }
  workgroupBarrier();
  let result = partial[local - lane];
  workgroupBarrier();
  return result;
}

fn reduced_sum(value: vec2f, local: u32) -> vec2f {
  if (LANES == 1u) { return value; }
  let lane = local % LANES;
  partial[local] = value;
  for (var half = LANES / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half) { partial[local] += partial[local + half]; }
  }
  workgroupBarrier();
  let result = partial[local - lane];
  workgroupBarrier();
  return result;
}

fn scaled(logits_part: vec4f, index: u32) -> vec4f {
  return logits_part * numbers.inverseTemperature + mask[index];
}

// AdamW (Loshchilov and Hutter 2019) over a flat arena, after clipping to the global norm; the gradient is then zero.
//
// parameter, gradient, firstMoment, secondMoment vec4f [numbers.vectors]; norm [1], the bits of an f32. The CPU meaning
// is adamWStep in src/engines/onnx/adamw.ts, with what can be computed once coming in as numbers:
//   g = gradient min(1, maxNorm / norm);  m = beta1 m + rest1 g;  v = beta2 v + rest2 g^2
//   parameter -= rate (m correction1) / (sqrt(v correction2) + epsilon) + decay parameter
// A norm that is no number changes nothing.

const INVOCATIONS = 64u;
// Infinities and NaN have all these bits set. Compilers may take a comparison of floats to never see either.
const EXPONENT = 0x7f800000u;

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let i = linear_group(group, groups) * INVOCATIONS + local;
  if (i >= numbers.vectors || (norm[0] & EXPONENT) == EXPONENT) { return; }
  let length = bitcast<f32>(norm[0]);
  let factor = select(1.0, numbers.maxNorm / length, length > numbers.maxNorm);
  let slope = gradient[i] * factor;
  let first = numbers.beta1 * firstMoment[i] + numbers.rest1 * slope;
  let second = numbers.beta2 * secondMoment[i] + numbers.rest2 * slope * slope;
  let direction = first * numbers.correction1 / (sqrt(second * numbers.correction2) + numbers.epsilon);
  parameter[i] -= numbers.rate * direction + numbers.decay * parameter[i];
  firstMoment[i] = first;
  secondMoment[i] = second;
  gradient[i] = vec4f();
}

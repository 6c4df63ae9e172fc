// The adapter's peak of fused multiply-adds: CHAINS independent chains of vec4 in registers, nothing read, one write.
//
// CPU meaning: for every invocation, CHAINS vectors x_c = start_c; ROUNDS times x_c = x_c * factor + addend; the sum of
// all x_c is written so that nothing can be left out. 2 * 4 * CHAINS * ROUNDS floating-point operations.

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let factor = vec4f(input.factor);
  let addend = vec4f(input.addend);
  var x0 = vec4f(f32(id.x));
  var x1 = x0 + 1.0;
  var x2 = x0 + 2.0;
  var x3 = x0 + 3.0;
  var x4 = x0 + 4.0;
  var x5 = x0 + 5.0;
  var x6 = x0 + 6.0;
  var x7 = x0 + 7.0;
  for (var round = 0u; round < ROUNDS; round++) {
    x0 = fma(x0, factor, addend);
    x1 = fma(x1, factor, addend);
    x2 = fma(x2, factor, addend);
    x3 = fma(x3, factor, addend);
    x4 = fma(x4, factor, addend);
    x5 = fma(x5, factor, addend);
    x6 = fma(x6, factor, addend);
    x7 = fma(x7, factor, addend);
  }
  sums[id.x] = ((x0 + x1) + (x2 + x3)) + ((x4 + x5) + (x6 + x7));
}

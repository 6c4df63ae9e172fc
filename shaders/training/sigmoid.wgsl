// 1 / (1 + exp(-x)); the exponent is bounded, because exp may overflow and what then follows is up to the device.
fn sigmoid(x: vec4f) -> vec4f {
  return 1.0 / (1.0 + exp(min(-x, vec4f(80.0))));
}

// Threefry-2x32 with 20 rounds, bit for bit as in src/core/random.ts.

const KEY_PARITY = 0x1bd11bdau;

fn threefry_round(x: vec2u, bits: u32) -> vec2u {
  let sum = x.x + x.y;
  return vec2u(sum, ((x.y << bits) | (x.y >> (32u - bits))) ^ sum);
}

// Four rounds, then the next words of the key and the number of the injection.
fn threefry_rounds(x: vec2u, bits: vec4u, injected: vec2u) -> vec2u {
  return threefry_round(threefry_round(threefry_round(threefry_round(x, bits.x), bits.y), bits.z), bits.w) + injected;
}

fn threefry2x32(key: vec2u, counter: vec2u) -> vec2u {
  const EVEN = vec4u(13u, 15u, 26u, 6u);
  const ODD = vec4u(17u, 29u, 16u, 24u);
  let parity = KEY_PARITY ^ key.x ^ key.y;
  var x = counter + key;
  x = threefry_rounds(x, EVEN, vec2u(key.y, parity + 1u));
  x = threefry_rounds(x, ODD, vec2u(parity, key.x + 2u));
  x = threefry_rounds(x, EVEN, vec2u(key.x, key.y + 3u));
  x = threefry_rounds(x, ODD, vec2u(key.y, parity + 4u));
  return threefry_rounds(x, EVEN, vec2u(parity, key.x + 5u));
}

// The first word as a number in [0, 1) with 24 bits, exact.
fn threefry_uniform(key: vec2u, counter: vec2u) -> f32 {
  return f32(threefry2x32(key, counter).x >> 8u) * 0x1p-24;
}

// Rotary position embedding (Su et al. 2021) of packed heads, whose rotated pairs are neighbours, and its reverse.
//
// Constants: HEAD (padded). Binding: rotary [positions, HEAD / 4], each vector (cos, sin, cos, sin) of two pairs.

// Four columns of a head, `part` being which four.
fn rotated(v: vec4f, position: u32, part: u32) -> vec4f {
  let turn = rotary[position * (HEAD / 4u) + part];
  return vec4f(
    v.x * turn.x - v.y * turn.y,
    v.x * turn.y + v.y * turn.x,
    v.z * turn.z - v.w * turn.w,
    v.z * turn.w + v.w * turn.z,
  );
}

fn rotated_back(v: vec4f, position: u32, part: u32) -> vec4f {
  let turn = rotary[position * (HEAD / 4u) + part];
  return vec4f(
    v.x * turn.x + v.y * turn.y,
    v.y * turn.x - v.x * turn.y,
    v.z * turn.z + v.w * turn.w,
    v.w * turn.z - v.z * turn.w,
  );
}

// The gated half of the feed-forward network.
//
// g, u = rstd(x) (x W) by alternating fours of columns; inner = g / (1 + e^-g) * u.
// x [rows, IN], w [OUT, IN] with OUT = 2 inner, inner [rows, OUT / 2]. The norm's weight is in W; rstd as in qkv.wgsl.
// The invocation beside each one with a four of g has the same four of u and hands it over.

// Its exponential is still a float32; the gate is then 0 in all its digits.
const GREATEST_EXPONENT = 80.0;

var<workgroup> ups: array<array<vec4f, 4>, TILE_INVOCATIONS / 2u>;

fn keep(row: u32, column: u32, gate: vec4f, up: vec4f, squares: f32) {
  if (row >= sizes.rows) { return; }
  let scale = inverseSqrt(squares / HIDDEN_SIZE + EPSILON);
  let g = gate * scale;
  inner[row * (OUT / 8u) + column] = g / (1.0 + exp(min(-g, vec4f(GREATEST_EXPONENT)))) * up * scale;
}

@compute @workgroup_size(TILE_INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let place = tile_place(group, groups, local);
  let tile = multiply(place, local);
  if (place.y % 2u == 1u) { ups[local / 2u] = array<vec4f, 4>(tile.r0, tile.r1, tile.r2, tile.r3); }
  workgroupBarrier();
  if (place.y % 2u == 1u || place.y >= OUT / 4u) { return; }
  let row = place.x * 4u;
  let column = place.y / 2u;
  keep(row, column, tile.r0, ups[local / 2u][0], tile.squares.x);
  keep(row + 1u, column, tile.r1, ups[local / 2u][1], tile.squares.y);
  keep(row + 2u, column, tile.r2, ups[local / 2u][2], tile.squares.z);
  keep(row + 3u, column, tile.r3, ups[local / 2u][3], tile.squares.w);
}

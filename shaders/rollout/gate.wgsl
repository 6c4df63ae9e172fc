// The gated half of the feed-forward network.
//
// g, u = rstd(x) (x W) by alternating fours of columns; inner = g / (1 + e^-g) * u.
// x [rows, IN], w [OUT, IN] with OUT = 2 inner, inner [rows, OUT / 2]. The norm's weight is in W; rstd as in qkv.wgsl.
// Where EXCHANGES, invocations have one tile, and the one beside each four of g has the same four of u and hands it over.
// Else each has both tiles, and no one waits.

// Its exponential is still a float32; the gate is then 0 in all its digits.
const GREATEST_EXPONENT = 80.0;

var<workgroup> ups: array<array<vec4f, 4>, TILE_INVOCATIONS / 2u>;

fn keep(row: u32, column: u32, gate: vec4f, up: vec4f, squares: f32) {
  if (row >= sizes.rows) { return; }
  let scale = inverseSqrt(squares / HIDDEN_SIZE + EPSILON);
  let g = gate * scale;
  inner[row * (OUT / 8u) + column] = g / (1.0 + exp(min(-g, vec4f(GREATEST_EXPONENT)))) * up * scale;
}

fn keep_tile(place: vec2u, gate: Tile, up: array<vec4f, 4>) {
  let row = place.x * 4u;
  keep(row, place.y, gate.r0, up[0], gate.squares.x);
  keep(row + 1u, place.y, gate.r1, up[1], gate.squares.y);
  keep(row + 2u, place.y, gate.r2, up[2], gate.squares.z);
  keep(row + 3u, place.y, gate.r3, up[3], gate.squares.w);
}

fn rows_of(tile: Tile) -> array<vec4f, 4> {
  return array<vec4f, 4>(tile.r0, tile.r1, tile.r2, tile.r3);
}

@compute @workgroup_size(TILE_INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  if (EXCHANGES) {
    let place = tile_place(group, groups, local);
    let tile = multiply(place, local);
    if (place.y % 2u == 1u) { ups[local / 2u] = rows_of(tile); }
    workgroupBarrier();
    if (place.y % 2u == 1u || place.y >= OUT / 4u) { return; }
    keep_tile(vec2u(place.x, place.y / 2u), tile, ups[local / 2u]);
  } else {
    const PAIRS = OUT / 8u;
    let index = linear_group(group, groups) * TILE_INVOCATIONS + local;
    let place = vec2u(index / PAIRS, index % PAIRS);
    let gate = multiply(vec2u(place.x, 2u * place.y), local);
    let up = multiply(vec2u(place.x, 2u * place.y + 1u), local);
    keep_tile(place, gate, rows_of(up));
  }
}

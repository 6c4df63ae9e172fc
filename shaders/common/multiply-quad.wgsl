// y = x W as in multiply-register.wgsl, but the four invocations of a quad have the same rows, and each loads one of
// them for all four: five loads a step instead of eight. For matrices times few rows, where loads are what takes time.
//
// Needs subgroups. Constants, bindings and meaning as in multiply-register.wgsl.

const TILE_INVOCATIONS = 64u;

struct Tile { r0: vec4f, r1: vec4f, r2: vec4f, r3: vec4f, squares: vec4f }

// (row block, column block) of an invocation; both may lie beyond the end. A quad never straddles two row blocks.
fn tile_place(group: vec3u, groups: vec3u, local: u32) -> vec2u {
  const ACROSS = (OUT + 15u) / 16u * 4u;
  let index = linear_group(group, groups) * TILE_INVOCATIONS + local;
  return vec2u(index / ACROSS, index % ACROSS);
}

// Called by all invocations of a workgroup together.
fn multiply(place: vec2u, local: u32) -> Tile {
  const STEPS = IN / 4u;
  var tile = Tile();
  let row = (place.x * 4u + local % 4u) * STEPS;
  // A column beyond the end repeats the last one, so that the quad stays together.
  let column = min(place.y, OUT / 4u - 1u);
  for (var k = 0u; k < STEPS; k++) {
    let own = x[row + k];
    let x0 = quadBroadcast(own, 0u);
    let x1 = quadBroadcast(own, 1u);
    let x2 = quadBroadcast(own, 2u);
    let x3 = quadBroadcast(own, 3u);
    if (OUT_MAJOR) {
      let at = column * 4u * STEPS + k;
      let part = mat4x4f(w[at], w[at + STEPS], w[at + 2u * STEPS], w[at + 3u * STEPS]);
      tile.r0 += x0 * part;
      tile.r1 += x1 * part;
      tile.r2 += x2 * part;
      tile.r3 += x3 * part;
    } else {
      const STRIDE = OUT / 4u;
      let at = k * OUT + column;
      let part = mat4x4f(w[at], w[at + STRIDE], w[at + 2u * STRIDE], w[at + 3u * STRIDE]);
      tile.r0 += part * x0;
      tile.r1 += part * x1;
      tile.r2 += part * x2;
      tile.r3 += part * x3;
    }
    if (SQUARES) { tile.squares += vec4f(dot(x0, x0), dot(x1, x1), dot(x2, x2), dot(x3, x3)); }
  }
  return tile;
}

// y = x W by workgroup: 64 invocations share 32 rows of x and 32 columns of W in workgroup memory, and each keeps a
// tile of 4 by 4 in registers. What graphics processors like for many rows.
//
// Constants, bindings and meaning as in multiply-register.wgsl; x has room for the last block of 32 rows.

const TILE_INVOCATIONS = 64u;
const TILE_VECTORS = 8u;
const STEP_VECTORS = 4u;

struct Tile { r0: vec4f, r1: vec4f, r2: vec4f, r3: vec4f, squares: vec4f }

// 32 rows by 16 of the contraction.
var<workgroup> x_part: array<array<vec4f, STEP_VECTORS>, 32>;
// For each 4 of the contraction and each 4 columns, the 4 by 4 block that tile products need.
var<workgroup> w_part: array<array<mat4x4f, TILE_VECTORS>, STEP_VECTORS>;

// (row block, column block) of an invocation; both may lie beyond the end.
fn tile_place(group: vec3u, groups: vec3u, local: u32) -> vec2u {
  const ACROSS = (OUT + 31u) / 32u;
  let index = linear_group(group, groups);
  let corner = vec2u(index / ACROSS, index % ACROSS) * TILE_VECTORS;
  return corner + vec2u(local / TILE_VECTORS, local % TILE_VECTORS);
}

// Called by all invocations of a workgroup together.
fn multiply(place: vec2u, local: u32) -> Tile {
  const STEPS = IN / 4u;
  var tile = Tile();
  let own = vec2u(local / TILE_VECTORS, local % TILE_VECTORS);
  let corner = place - own;
  for (var start = 0u; start < STEPS; start += STEP_VECTORS) {
    for (var item = local; item < 32u * STEP_VECTORS; item += TILE_INVOCATIONS) {
      let row = item / STEP_VECTORS;
      let k = start + item % STEP_VECTORS;
      x_part[row][item % STEP_VECTORS] = select(vec4f(), x[(corner.x * 4u + row) * STEPS + k], k < STEPS);
    }
    if (local < TILE_VECTORS * STEP_VECTORS) {
      let column = local / STEP_VECTORS;
      let k = start + local % STEP_VECTORS;
      var part = mat4x4f();
      if (k < STEPS && corner.y + column < OUT / 4u) {
        if (OUT_MAJOR) {
          let at = (corner.y + column) * 4u * STEPS + k;
          part = transpose(mat4x4f(w[at], w[at + STEPS], w[at + 2u * STEPS], w[at + 3u * STEPS]));
        } else {
          const STRIDE = OUT / 4u;
          let at = k * OUT + corner.y + column;
          part = mat4x4f(w[at], w[at + STRIDE], w[at + 2u * STRIDE], w[at + 3u * STRIDE]);
        }
      }
      w_part[local % STEP_VECTORS][column] = part;
    }
    workgroupBarrier();
    for (var k = 0u; k < STEP_VECTORS; k++) {
      let part = w_part[k][own.y];
      let x0 = x_part[own.x * 4u][k];
      let x1 = x_part[own.x * 4u + 1u][k];
      let x2 = x_part[own.x * 4u + 2u][k];
      let x3 = x_part[own.x * 4u + 3u][k];
      tile.r0 += part * x0;
      tile.r1 += part * x1;
      tile.r2 += part * x2;
      tile.r3 += part * x3;
      if (SQUARES) { tile.squares += vec4f(dot(x0, x0), dot(x1, x1), dot(x2, x2), dot(x3, x3)); }
    }
    workgroupBarrier();
  }
  return tile;
}

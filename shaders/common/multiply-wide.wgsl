// y = x W by workgroup: 128 invocations share 32 rows of x and 64 columns of W in workgroup memory, and each keeps a
// tile of 4 by 4 in registers. Twice the columns of multiply-tiled.wgsl for each row that is loaded, and columns lie so
// that neighbouring invocations read neighbouring memory.
//
// Constants, bindings and meaning as in multiply-register.wgsl; x has room for the last block of 32 rows.

const TILE_INVOCATIONS = 128u;
const BLOCKS_DOWN = 8u;
const BLOCKS_ACROSS = 16u;
const STEP_VECTORS = 4u;

struct Tile { r0: vec4f, r1: vec4f, r2: vec4f, r3: vec4f, squares: vec4f }

// For each 4 of the contraction, 32 rows.
var<workgroup> x_part: array<array<vec4f, 32>, STEP_VECTORS>;
// For each one of the contraction, 64 columns.
var<workgroup> w_part: array<array<vec4f, BLOCKS_ACROSS>, 4u * STEP_VECTORS>;

// (row block, column block) of an invocation; both may lie beyond the end.
fn tile_place(group: vec3u, groups: vec3u, local: u32) -> vec2u {
  const ACROSS = (OUT + 63u) / 64u;
  let index = linear_group(group, groups);
  let corner = vec2u(index / ACROSS * BLOCKS_DOWN, index % ACROSS * BLOCKS_ACROSS);
  return corner + vec2u(local / BLOCKS_ACROSS, local % BLOCKS_ACROSS);
}

// Called by all invocations of a workgroup together.
fn multiply(place: vec2u, local: u32) -> Tile {
  const STEPS = IN / 4u;
  var tile = Tile();
  let own = vec2u(local / BLOCKS_ACROSS, local % BLOCKS_ACROSS);
  let corner = place - own;
  // Each invocation brings one vector of x, and half of them a block of W.
  let x_row = local / STEP_VECTORS;
  let x_step = local % STEP_VECTORS;
  let w_column = corner.y + local / STEP_VECTORS;
  for (var start = 0u; start < STEPS; start += STEP_VECTORS) {
    let k = start + x_step;
    x_part[x_step][x_row] = select(vec4f(), x[(corner.x * 4u + x_row) * STEPS + k], k < STEPS);
    if (local < BLOCKS_ACROSS * STEP_VECTORS) {
      var part = mat4x4f();
      if (k < STEPS && w_column < OUT / 4u) {
        if (OUT_MAJOR) {
          let at = w_column * 4u * STEPS + k;
          part = transpose(mat4x4f(w[at], w[at + STEPS], w[at + 2u * STEPS], w[at + 3u * STEPS]));
        } else {
          const STRIDE = OUT / 4u;
          let at = k * OUT + w_column;
          part = mat4x4f(w[at], w[at + STRIDE], w[at + 2u * STRIDE], w[at + 3u * STRIDE]);
        }
      }
      w_part[4u * x_step][x_row] = part[0];
      w_part[4u * x_step + 1u][x_row] = part[1];
      w_part[4u * x_step + 2u][x_row] = part[2];
      w_part[4u * x_step + 3u][x_row] = part[3];
    }
    workgroupBarrier();
    for (var step = 0u; step < STEP_VECTORS; step++) {
      let part = mat4x4f(
        w_part[4u * step][own.y],
        w_part[4u * step + 1u][own.y],
        w_part[4u * step + 2u][own.y],
        w_part[4u * step + 3u][own.y],
      );
      let x0 = x_part[step][own.x * 4u];
      let x1 = x_part[step][own.x * 4u + 1u];
      let x2 = x_part[step][own.x * 4u + 2u];
      let x3 = x_part[step][own.x * 4u + 3u];
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

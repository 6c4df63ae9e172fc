// y = x W by tiles of 4 rows and 4 columns that stay in one invocation's registers. What software adapters like, and
// what small products like everywhere: no workgroup memory, no barrier.
//
// Constants: IN (contraction), OUT (columns), both multiples of 4; OUT_MAJOR: w is [OUT, IN], else [IN, OUT]; SQUARES
// from squares.wgsl or no-squares.wgsl: whether the sums of squares are wanted.
// Bindings: x [rows, IN], w. Rows come in blocks of 4, so that x has room for the last block.
// CPU meaning: tile[r][c] = sum over k of x[4 row_block + r][k] * W[k][4 column_block + c], k ascending;
// squares[r] = sum over k of x[4 row_block + r][k]^2, for the root mean square.

const TILE_INVOCATIONS = 64u;

struct Tile { r0: vec4f, r1: vec4f, r2: vec4f, r3: vec4f, squares: vec4f }

// (row block, column block) of an invocation; neighbours share their rows.
fn tile_place(group: vec3u, groups: vec3u, local: u32) -> vec2u {
  let index = linear_group(group, groups) * TILE_INVOCATIONS + local;
  return vec2u(index / (OUT / 4u), index % (OUT / 4u));
}

fn multiply(place: vec2u, local: u32) -> Tile {
  const STEPS = IN / 4u;
  var tile = Tile();
  let row = place.x * 4u * STEPS;
  for (var k = 0u; k < STEPS; k++) {
    let x0 = x[row + k];
    let x1 = x[row + STEPS + k];
    let x2 = x[row + 2u * STEPS + k];
    let x3 = x[row + 3u * STEPS + k];
    if (OUT_MAJOR) {
      let at = place.y * 4u * STEPS + k;
      let part = mat4x4f(w[at], w[at + STEPS], w[at + 2u * STEPS], w[at + 3u * STEPS]);
      tile.r0 += x0 * part;
      tile.r1 += x1 * part;
      tile.r2 += x2 * part;
      tile.r3 += x3 * part;
    } else {
      const STRIDE = OUT / 4u;
      let at = k * OUT + place.y;
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

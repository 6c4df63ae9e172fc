// What an adapter of low rank needs of every token, for all adapted projections of one packed matrix y = u W,
// u = rstd x: the projections of its input and of its output's gradient onto the ranks.
//
// x [rows, IN], rstd [rows] (read where NORMED), dy [rows, OUT], factors: packed A [ranks, IN] and B [ranks, out].
// tiles: for each 4 ranks (first vector of a row, step, vectors, offset of the factors in vectors), those of A, then
// those of B; the vectors of a projection in dy may alternate with others'. inner [rows, 4 TILES].
// CPU meaning: inner[t] = (rstd x A^T, rstd dy B), ranks of all projections side by side, padded to fours.
// The second rstd belongs to the gradient of A, which is a sum of dy B u.

const OF_A = TILES / 2u;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let index = linear_group(group, groups) * 64u + local;
  // Neighbours have the same tile and so take the same branch.
  let blocks = (sizes.rows + 3u) / 4u;
  let row = index % blocks * 4u;
  let which = index / blocks;
  if (which >= TILES) { return; }
  let tile = tiles[which];
  var r0 = vec4f();
  var r1 = vec4f();
  var r2 = vec4f();
  var r3 = vec4f();
  if (which < OF_A) {
    const STRIDE = IN / 4u;
    let at = row * STRIDE;
    for (var k = 0u; k < STRIDE; k++) {
      let f = tile.w + k;
      let part = mat4x4f(factors[f], factors[f + STRIDE], factors[f + 2u * STRIDE], factors[f + 3u * STRIDE]);
      r0 += x[at + k] * part;
      r1 += x[at + STRIDE + k] * part;
      r2 += x[at + 2u * STRIDE + k] * part;
      r3 += x[at + 3u * STRIDE + k] * part;
    }
  } else {
    const STRIDE = OUT / 4u;
    let at = row * STRIDE + tile.x;
    for (var k = 0u; k < tile.z; k++) {
      let f = tile.w + k;
      let part = mat4x4f(factors[f], factors[f + tile.z], factors[f + 2u * tile.z], factors[f + 3u * tile.z]);
      let column = at + k * tile.y;
      r0 += dy[column] * part;
      r1 += dy[column + STRIDE] * part;
      r2 += dy[column + 2u * STRIDE] * part;
      r3 += dy[column + 3u * STRIDE] * part;
    }
  }
  var scale = vec4f(1.0);
  if (NORMED) { scale = vec4f(rstd[row], rstd[row + 1u], rstd[row + 2u], rstd[row + 3u]); }
  let to = row * TILES + which;
  inner[to] = r0 * scale.x;
  inner[to + TILES] = r1 * scale.y;
  inner[to + 2u * TILES] = r2 * scale.z;
  inner[to + 3u * TILES] = r3 * scale.w;
}

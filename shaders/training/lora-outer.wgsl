// Gradients of the adapter's matrices A and B, for all adapted projections of one packed matrix: sums over the tokens
// of one chunk, later added up by lora-sum.wgsl. No atomics, so the order of every sum is fixed.
//
// x [rows, IN], dy [rows, OUT], inner [rows, 4 * 2 * RANK_TILES] from lora-inner.wgsl. tiles: for each 4 by 4 of the
// gradients the vectors whose outer product it is: (of inner, of x) for the first A_TILES, then (of dy, of inner).
// partial: CHUNKS times CHUNK_STRIDE vectors, bound where this matrix's tiles begin, four vectors each.
// CPU meaning: A: partial[r][k] = sum inner[t][r] x[t][k]; B: partial[o][r] = sum dy[t][o] inner[t][r], t ascending.

const INNER = 2u * RANK_TILES;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let index = linear_group(group, groups) * 64u + local;
  if (index >= TILES * CHUNKS) { return; }
  let chunk = index / TILES;
  let which = index % TILES;
  let tile = tiles[which];
  let length = (sizes.rows + CHUNKS - 1u) / CHUNKS;
  let first = min(chunk * length, sizes.rows);
  let end = min(first + length, sizes.rows);
  var r0 = vec4f();
  var r1 = vec4f();
  var r2 = vec4f();
  var r3 = vec4f();
  for (var t = first; t < end; t++) {
    var down: vec4f;
    var across: vec4f;
    if (which < A_TILES) {
      down = inner[t * INNER + tile.x];
      across = x[t * (IN / 4u) + tile.y];
    } else {
      down = dy[t * (OUT / 4u) + tile.x];
      across = inner[t * INNER + tile.y];
    }
    r0 += down.x * across;
    r1 += down.y * across;
    r2 += down.z * across;
    r3 += down.w * across;
  }
  let to = chunk * CHUNK_STRIDE + which * 4u;
  partial[to] = r0;
  partial[to + 1u] = r1;
  partial[to + 2u] = r2;
  partial[to + 3u] = r3;
}

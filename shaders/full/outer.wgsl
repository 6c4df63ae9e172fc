// The gradient of a packed matrix W, y = u W with u = rstd x: sums over the tokens of one chunk, later added up by
// add-chunks.wgsl. No atomics, so the order of every sum is fixed.
//
// dy [rows, OUT], x [rows, IN], rstd [rows] (read where NORMED); partial [CHUNKS, OUT, IN].
// CPU meaning: partial[c][o][k] = sum over tokens t of chunk c, ascending, of dy[t][o] rstd[t] x[t][k].
// One invocation has a tile of 4 by 4.

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  const ACROSS = IN / 4u;
  const DOWN = OUT / 4u;
  let index = linear_group(group, groups) * 64u + local;
  if (index >= CHUNKS * DOWN * ACROSS) { return; }
  let column = index % ACROSS;
  let row = index / ACROSS % DOWN;
  let chunk = index / (ACROSS * DOWN);
  let length = (sizes.rows + CHUNKS - 1u) / CHUNKS;
  let first = min(chunk * length, sizes.rows);
  let end = min(first + length, sizes.rows);
  var r0 = vec4f();
  var r1 = vec4f();
  var r2 = vec4f();
  var r3 = vec4f();
  for (var t = first; t < end; t++) {
    var down = dy[t * DOWN + row];
    if (NORMED) { down *= rstd[t]; }
    let across = x[t * ACROSS + column];
    r0 += down.x * across;
    r1 += down.y * across;
    r2 += down.z * across;
    r3 += down.w * across;
  }
  let to = (chunk * OUT + row * 4u) * ACROSS + column;
  partial[to] = r0;
  partial[to + ACROSS] = r1;
  partial[to + 2u * ACROSS] = r2;
  partial[to + 3u * ACROSS] = r3;
}

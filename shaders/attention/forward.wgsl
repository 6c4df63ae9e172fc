// Causal attention within packed contexts, with an online softmax (Dao et al. 2022), four queries of a head at a time.
//
// qkv [tokens, PROJECTED]: rotated queries (HEADS heads), keys and values (HEADS / GROUP heads each).
// queries [rows]: (token, start of its context), ascending. attended [rows, QUERIES], lse [rows, HEADS].
// CPU meaning, for query i at token t and head h: s[k] = SCALE q.k for k from start to t,
// lse = log(sum exp(s)), attended = sum exp(s - lse) v.

const LOWEST = -1e30;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let index = linear_group(group, groups) * 64u + local;
  let head = index % HEADS;
  let row = index / HEADS * 4u;
  if (row >= sizes.rows) { return; }
  let last = sizes.rows - 1u;
  let query0 = queries[row];
  let query1 = queries[min(row + 1u, last)];
  let query2 = queries[min(row + 2u, last)];
  let query3 = queries[min(row + 3u, last)];
  let q_at = vec4u(query0.x, query1.x, query2.x, query3.x) * ROW + head * PARTS;
  let k_column = key_column(head);
  let v_column = k_column + VALUES_AFTER;

  var peak = vec4f(LOWEST);
  var sum = vec4f();
  // Columns of a matrix are the four queries.
  var result: array<mat4x4f, PARTS>;
  for (var first = query0.y; first <= query3.x; first += 4u) {
    let key = vec4u(first) + vec4u(0u, 1u, 2u, 3u);
    // Keys beyond the last query count for none; they repeat its token so that what they hold is finite.
    let at = min(key, vec4u(query3.x)) * ROW;
    let k_at = at + k_column;
    var s0 = vec4f();
    var s1 = vec4f();
    var s2 = vec4f();
    var s3 = vec4f();
    for (var part = 0u; part < PARTS; part++) {
      let k = mat4x4f(qkv[k_at.x + part], qkv[k_at.y + part], qkv[k_at.z + part], qkv[k_at.w + part]);
      s0 += qkv[q_at.x + part] * k;
      s1 += qkv[q_at.y + part] * k;
      s2 += qkv[q_at.z + part] * k;
      s3 += qkv[q_at.w + part] * k;
    }
    let seen0 = sees(query0, key);
    let seen1 = sees(query1, key);
    let seen2 = sees(query2, key);
    let seen3 = sees(query3, key);
    s0 = select(vec4f(LOWEST), s0 * SCALE, seen0);
    s1 = select(vec4f(LOWEST), s1 * SCALE, seen1);
    s2 = select(vec4f(LOWEST), s2 * SCALE, seen2);
    s3 = select(vec4f(LOWEST), s3 * SCALE, seen3);
    let next = max(peak, vec4f(largest(s0), largest(s1), largest(s2), largest(s3)));
    let shrink = exp(peak - next);
    peak = next;
    // A query that has seen nothing yet has the lowest peak, from which masked scores do not differ.
    let p0 = select(vec4f(), exp(s0 - peak.x), seen0);
    let p1 = select(vec4f(), exp(s1 - peak.y), seen1);
    let p2 = select(vec4f(), exp(s2 - peak.z), seen2);
    let p3 = select(vec4f(), exp(s3 - peak.w), seen3);
    sum = sum * shrink + vec4f(total(p0), total(p1), total(p2), total(p3));
    let v_at = at + v_column;
    for (var part = 0u; part < PARTS; part++) {
      let v = mat4x4f(qkv[v_at.x + part], qkv[v_at.y + part], qkv[v_at.z + part], qkv[v_at.w + part]);
      let old = result[part];
      result[part] = mat4x4f(
        old[0] * shrink.x + v * p0,
        old[1] * shrink.y + v * p1,
        old[2] * shrink.z + v * p2,
        old[3] * shrink.w + v * p3,
      );
    }
  }

    let inverse = 1.0 / sum;
  let o_at = row * STRIDE + head * PARTS;
  for (var part = 0u; part < PARTS; part++) {
    attended[o_at + part] = result[part][0] * inverse.x;
    attended[o_at + STRIDE + part] = result[part][1] * inverse.y;
    attended[o_at + 2u * STRIDE + part] = result[part][2] * inverse.z;
    attended[o_at + 3u * STRIDE + part] = result[part][3] * inverse.w;
  }
  let logs = peak + log(sum);
  lse[row * HEADS + head] = logs.x;
  lse[(row + 1u) * HEADS + head] = logs.y;
  lse[(row + 2u) * HEADS + head] = logs.z;
  lse[(row + 3u) * HEADS + head] = logs.w;
}

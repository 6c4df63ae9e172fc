// Gradients of the keys (before their rotation) and values of causal attention (forward.wgsl), four keys of a head at
// a time, over all queries that see them.
//
// qkv, queries, lse as in forward.wgsl; attended_gradient [rows of queries, QUERIES], delta from backward-queries.wgsl.
// keys [rows]: (first query that sees the token, query after the last one of its context, start of its context, its own
// query or NOWHERE). Writes the key and value columns of qkv_gradient [rows, PROJECTED], zeros for keys unless
// WITH_KEYS, and zeros for the queries of tokens that have none.
// CPU meaning: dv[k] = sum p[k] attended_gradient; dk[k] = rotated back sum ds[k] q, over queries of all heads that
// share the key, p and ds as in backward-queries.wgsl.

const KEY_HEADS = HEADS / GROUP;
const NOWHERE = 0xffffffffu;

fn without_query(place: vec4u, token: u32, key_head: u32) {
  if (place.w != NOWHERE) { return; }
  let at = token * ROW + key_head * GROUP * PARTS;
  for (var part = 0u; part < GROUP * PARTS; part++) { qkv_gradient[at + part] = vec4f(); }
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let index = linear_group(group, groups) * 64u + local;
  let key_head = index % KEY_HEADS;
  let row = index / KEY_HEADS * 4u;
  if (row >= sizes.rows) { return; }
  let tokens = min(vec4u(row) + vec4u(0u, 1u, 2u, 3u), vec4u(sizes.rows - 1u));
  let place0 = keys[tokens.x];
  let place1 = keys[tokens.y];
  let place2 = keys[tokens.z];
  let place3 = keys[tokens.w];
  let k_at = tokens * ROW + key_column(key_head * GROUP);
  let v_at = k_at + VALUES_AFTER;

  // Columns of a matrix are the four keys.
  var dk: array<mat4x4f, PARTS>;
  var dv: array<mat4x4f, PARTS>;
  for (var first = place0.x; first < place3.y; first += 4u) {
    let query = vec4u(first) + vec4u(0u, 1u, 2u, 3u);
    let rows = min(query, vec4u(place3.y - 1u));
    let query0 = queries[rows.x];
    let query1 = queries[rows.y];
    let query2 = queries[rows.z];
    let query3 = queries[rows.w];
    let seeing = vec4u(query0.x, query1.x, query2.x, query3.x);
    let start = vec4u(query0.y, query1.y, query2.y, query3.y);
    let exists = query < vec4u(place3.y);
    let seen0 = exists & (start <= vec4u(tokens.x)) & (seeing >= vec4u(tokens.x));
    let seen1 = exists & (start <= vec4u(tokens.y)) & (seeing >= vec4u(tokens.y));
    let seen2 = exists & (start <= vec4u(tokens.z)) & (seeing >= vec4u(tokens.z));
    let seen3 = exists & (start <= vec4u(tokens.w)) & (seeing >= vec4u(tokens.w));
    for (var member = 0u; member < GROUP; member++) {
      let head = key_head * GROUP + member;
      let q_at = seeing * ROW + head * PARTS;
      let o_at = rows * STRIDE + head * PARTS;
      let l_at = rows * HEADS + head;
      let logs = vec4f(lse[l_at.x], lse[l_at.y], lse[l_at.z], lse[l_at.w]);
      let own = vec4f(delta[l_at.x], delta[l_at.y], delta[l_at.z], delta[l_at.w]);
      // For each key, over the four queries.
      var s0 = vec4f();
      var s1 = vec4f();
      var s2 = vec4f();
      var s3 = vec4f();
      var d0 = vec4f();
      var d1 = vec4f();
      var d2 = vec4f();
      var d3 = vec4f();
      for (var part = 0u; part < PARTS; part++) {
        let q = mat4x4f(qkv[q_at.x + part], qkv[q_at.y + part], qkv[q_at.z + part], qkv[q_at.w + part]);
        s0 += qkv[k_at.x + part] * q;
        s1 += qkv[k_at.y + part] * q;
        s2 += qkv[k_at.z + part] * q;
        s3 += qkv[k_at.w + part] * q;
        if (WITH_KEYS) {
          let o = mat4x4f(
            attended_gradient[o_at.x + part],
            attended_gradient[o_at.y + part],
            attended_gradient[o_at.z + part],
            attended_gradient[o_at.w + part],
          );
          d0 += qkv[v_at.x + part] * o;
          d1 += qkv[v_at.y + part] * o;
          d2 += qkv[v_at.z + part] * o;
          d3 += qkv[v_at.w + part] * o;
        }
      }
      let p0 = select(vec4f(), exp(s0 * SCALE - logs), seen0);
      let p1 = select(vec4f(), exp(s1 * SCALE - logs), seen1);
      let p2 = select(vec4f(), exp(s2 * SCALE - logs), seen2);
      let p3 = select(vec4f(), exp(s3 * SCALE - logs), seen3);
      let g0 = SCALE * p0 * (d0 - own);
      let g1 = SCALE * p1 * (d1 - own);
      let g2 = SCALE * p2 * (d2 - own);
      let g3 = SCALE * p3 * (d3 - own);
      for (var part = 0u; part < PARTS; part++) {
        let o = mat4x4f(
          attended_gradient[o_at.x + part],
          attended_gradient[o_at.y + part],
          attended_gradient[o_at.z + part],
          attended_gradient[o_at.w + part],
        );
        dv[part] += mat4x4f(o * p0, o * p1, o * p2, o * p3);
        if (WITH_KEYS) {
          let q = mat4x4f(qkv[q_at.x + part], qkv[q_at.y + part], qkv[q_at.z + part], qkv[q_at.w + part]);
          dk[part] += mat4x4f(q * g0, q * g1, q * g2, q * g3);
        }
      }
    }
  }
  // Tokens beyond the last repeat it, and so write what it wrote.
  for (var part = 0u; part < PARTS; part++) {
    qkv_gradient[k_at.x + part] = rotated_back(dk[part][0], tokens.x - place0.z, part);
    qkv_gradient[v_at.x + part] = dv[part][0];
    qkv_gradient[k_at.y + part] = rotated_back(dk[part][1], tokens.y - place1.z, part);
    qkv_gradient[v_at.y + part] = dv[part][1];
    qkv_gradient[k_at.z + part] = rotated_back(dk[part][2], tokens.z - place2.z, part);
    qkv_gradient[v_at.z + part] = dv[part][2];
    qkv_gradient[k_at.w + part] = rotated_back(dk[part][3], tokens.w - place3.z, part);
    qkv_gradient[v_at.w + part] = dv[part][3];
  }
  without_query(place0, tokens.x, key_head);
  without_query(place1, tokens.y, key_head);
  without_query(place2, tokens.z, key_head);
  without_query(place3, tokens.w, key_head);
}

// Gradient of the queries of causal attention (forward.wgsl), before their rotation, four queries of a head at a time.
//
// qkv, queries, attended, lse as in forward.wgsl; attended_gradient [rows, QUERIES]. Writes the query columns of
// qkv_gradient [tokens, PROJECTED] for these tokens, and delta [rows, HEADS] for backward-keys.wgsl.
// CPU meaning: delta = attended_gradient . attended; p[k] = exp(s[k] - lse);
// ds[k] = SCALE p[k] (attended_gradient . v[k] - delta); dq = rotated back sum ds[k] k.

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let index = linear_group(group, groups) * 64u + local;
  let head = index % HEADS;
  let row = index / HEADS * 4u;
  if (row >= sizes.rows) { return; }
  let last = sizes.rows - 1u;
  let rows = min(vec4u(row) + vec4u(0u, 1u, 2u, 3u), vec4u(last));
  let query0 = queries[rows.x];
  let query1 = queries[rows.y];
  let query2 = queries[rows.z];
  let query3 = queries[rows.w];
  let q_at = vec4u(query0.x, query1.x, query2.x, query3.x) * ROW + head * PARTS;
  let k_column = key_column(head);
  let v_column = k_column + VALUES_AFTER;
  let o_at = rows * STRIDE + head * PARTS;
  let l_at = rows * HEADS + head;
  let logs = vec4f(lse[l_at.x], lse[l_at.y], lse[l_at.z], lse[l_at.w]);

  var own = vec4f();
  for (var part = 0u; part < PARTS; part++) {
    own += vec4f(
      dot(attended[o_at.x + part], attended_gradient[o_at.x + part]),
      dot(attended[o_at.y + part], attended_gradient[o_at.y + part]),
      dot(attended[o_at.z + part], attended_gradient[o_at.z + part]),
      dot(attended[o_at.w + part], attended_gradient[o_at.w + part]),
    );
  }
  delta[l_at.x] = own.x;
  delta[l_at.y] = own.y;
  delta[l_at.z] = own.z;
  delta[l_at.w] = own.w;

  // Columns of a matrix are the four queries.
  var result: array<mat4x4f, PARTS>;
  for (var first = query0.y; first <= query3.x; first += 4u) {
    let key = vec4u(first) + vec4u(0u, 1u, 2u, 3u);
    let at = min(key, vec4u(query3.x)) * ROW;
    let k_at = at + k_column;
    let v_at = at + v_column;
    var s0 = vec4f();
    var s1 = vec4f();
    var s2 = vec4f();
    var s3 = vec4f();
    var d0 = vec4f();
    var d1 = vec4f();
    var d2 = vec4f();
    var d3 = vec4f();
    for (var part = 0u; part < PARTS; part++) {
      let k = mat4x4f(qkv[k_at.x + part], qkv[k_at.y + part], qkv[k_at.z + part], qkv[k_at.w + part]);
      s0 += qkv[q_at.x + part] * k;
      s1 += qkv[q_at.y + part] * k;
      s2 += qkv[q_at.z + part] * k;
      s3 += qkv[q_at.w + part] * k;
      let v = mat4x4f(qkv[v_at.x + part], qkv[v_at.y + part], qkv[v_at.z + part], qkv[v_at.w + part]);
      d0 += attended_gradient[o_at.x + part] * v;
      d1 += attended_gradient[o_at.y + part] * v;
      d2 += attended_gradient[o_at.z + part] * v;
      d3 += attended_gradient[o_at.w + part] * v;
    }
    let seen0 = sees(query0, key);
    let seen1 = sees(query1, key);
    let seen2 = sees(query2, key);
    let seen3 = sees(query3, key);
    let g0 = select(vec4f(), SCALE * exp(s0 * SCALE - logs.x) * (d0 - own.x), seen0);
    let g1 = select(vec4f(), SCALE * exp(s1 * SCALE - logs.y) * (d1 - own.y), seen1);
    let g2 = select(vec4f(), SCALE * exp(s2 * SCALE - logs.z) * (d2 - own.z), seen2);
    let g3 = select(vec4f(), SCALE * exp(s3 * SCALE - logs.w) * (d3 - own.w), seen3);
    for (var part = 0u; part < PARTS; part++) {
      let k = mat4x4f(qkv[k_at.x + part], qkv[k_at.y + part], qkv[k_at.z + part], qkv[k_at.w + part]);
      result[part] += mat4x4f(k * g0, k * g1, k * g2, k * g3);
    }
  }
  // Rows beyond the last repeat it, and so write what it wrote.
  for (var part = 0u; part < PARTS; part++) {
    qkv_gradient[q_at.x + part] = rotated_back(result[part][0], query0.x - query0.y, part);
    qkv_gradient[q_at.y + part] = rotated_back(result[part][1], query1.x - query1.y, part);
    qkv_gradient[q_at.z + part] = rotated_back(result[part][2], query2.x - query2.y, part);
    qkv_gradient[q_at.w + part] = rotated_back(result[part][3], query3.x - query3.y, part);
  }
}

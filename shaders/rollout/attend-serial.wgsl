// Attention over the cache, its projection, and the residual, in one: as attend.wgsl, by invocations that wait for each
// other only once. What processors like, on which workgroups that wait are what takes time.
//
// Meaning and bindings as in attend.wgsl. A workgroup has ROWS rows, one invocation for each of their heads, which goes
// through the context by fours with an online softmax (Dao et al. 2022); then the invocations share the projection, in
// which every weight serves all rows. Order of sums: by position, whatever the grid.

const INVOCATIONS = ROWS * HEADS;
const NEVER = -1e30;
const ROWS = 4u;
const HEAD_VECTORS = HEAD / 4u;
const KEY_VECTORS = KEYS / 4u;
const QUERY_VECTORS = HEADS * HEAD_VECTORS;
const HIDDEN_VECTORS = HIDDEN / 4u;

var<workgroup> mixed: array<vec4f, ROWS * QUERY_VECTORS>;

// What a head of a row attends to, into `mixed`.
fn mix(row: u32, head: u32, cursor: vec4u, length: u32) {
  let query = cursor.w * QUERY_VECTORS + head * HEAD_VECTORS;
  let cache = cursor.x * sizes.capacity * KEY_VECTORS + head / GROUP * HEAD_VECTORS;
  var peak = NEVER;
  var total = 0.0;
  var sum: array<vec4f, HEAD_VECTORS>;
  for (var t = 0u; t < length; t += 4u) {
    let at = cache + t * KEY_VECTORS;
    var dots = vec4f();
    for (var k = 0u; k < HEAD_VECTORS + sizes.zero; k++) {
      dots += queries[query + k] * mat4x4f(keys[at + k], keys[at + KEY_VECTORS + k], keys[at + 2u * KEY_VECTORS + k],
                                           keys[at + 3u * KEY_VECTORS + k]);
    }
    dots = select(vec4f(NEVER), dots, vec4u(t, t + 1u, t + 2u, t + 3u) < vec4u(length));
    let next = max(largest(dots), peak);
    let shrink = exp(peak - next);
    let weights = exp(dots - next);
    peak = next;
    total = total * shrink + dot(weights, vec4f(1.0));
    for (var k = 0u; k < HEAD_VECTORS + sizes.zero; k++) {
      sum[k] = sum[k] * shrink + mat4x4f(values[at + k], values[at + KEY_VECTORS + k],
                                         values[at + 2u * KEY_VECTORS + k], values[at + 3u * KEY_VECTORS + k]) * weights;
    }
  }
  // A finished row has no total.
  let inverse = 1.0 / max(total, 1e-30);
  for (var k = 0u; k < HEAD_VECTORS + sizes.zero; k++) {
    mixed[row * QUERY_VECTORS + head * HEAD_VECTORS + k] = sum[k] * inverse;
  }
}

fn add(row: u32, column: u32, y: vec4f) {
  if (row >= sizes.rows) { return; }
  let cursor = rows[row];
  if (cursor.w == FINISHED) { return; }
  result[row * HIDDEN_VECTORS + column] = residual[cursor.w * HIDDEN_VECTORS + column] + y;
}

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let first = linear_group(group, groups) * ROWS;
  let own = first + local / HEADS;
  let cursor = rows[own];
  let is_alive = own < sizes.rows && cursor.w != FINISHED;
  mix(local / HEADS, local % HEADS, cursor, select(0u, cursor.y + 1u, is_alive));
  workgroupBarrier();
  for (var column = local; column < HIDDEN_VECTORS; column += INVOCATIONS) {
    let at = column * 4u * QUERY_VECTORS;
    var y0 = vec4f();
    var y1 = vec4f();
    var y2 = vec4f();
    var y3 = vec4f();
    for (var k = 0u; k < QUERY_VECTORS + sizes.zero; k++) {
      let part = mat4x4f(w[at + k], w[at + QUERY_VECTORS + k], w[at + 2u * QUERY_VECTORS + k],
                         w[at + 3u * QUERY_VECTORS + k]);
      y0 += mixed[k] * part;
      y1 += mixed[QUERY_VECTORS + k] * part;
      y2 += mixed[2u * QUERY_VECTORS + k] * part;
      y3 += mixed[3u * QUERY_VECTORS + k] * part;
    }
    add(first, column, y0);
    add(first + 1u, column, y1);
    add(first + 2u, column, y2);
    add(first + 3u, column, y3);
  }
}

// Attention over the cache, its projection, and the residual, in one.
//
// For row r with cursor (slot, position, token, source): result[r] = residual[source] + O a, where head h of a is
// the mean of values[slot][t] for t <= position, weighted by the softmax of queries[source] . keys[slot][t]; GROUP heads
// share keys and values.
// queries [_, HEADS, HEAD], keys and values [slots, capacity, KEYS], w [HIDDEN, HEADS * HEAD], residual and result [_, HIDDEN].
//
// A workgroup has one row and goes through its context by CHUNK positions: scores, their greatest, exponentials,
// weighted values; earlier sums are scaled where the greatest rises. PARTS invocations share a vector of values, each
// with every PARTS-th four of the chunk. Order of sums: by position within a part, then parts, whatever the grid.

const NEVER = -1e30;
const HEAD_VECTORS = HEAD / 4u;
const KEY_VECTORS = KEYS / 4u;
const QUERY_VECTORS = HEADS * HEAD_VECTORS;
const HIDDEN_VECTORS = HIDDEN / 4u;
const CHUNK_VECTORS = CHUNK / 4u;

// By head and position.
var<workgroup> scores: array<vec4f, HEADS * CHUNK_VECTORS>;
// By part and column.
var<workgroup> mixed: array<vec4f, PARTS * QUERY_VECTORS>;
// By head.
var<workgroup> greatest: array<f32, HEADS>;
var<workgroup> rescale: array<f32, HEADS>;
var<workgroup> totals: array<f32, HEADS>;
var<workgroup> own_cursor: vec4u;

// Where the row's keys and values lie, where its query and residual do, and how long its context is.
struct Place { cache: u32, source: u32, length: u32 }

fn score(place: Place, start: u32, local: u32) {
  for (var item = local; item < HEADS * CHUNK_VECTORS; item += INVOCATIONS) {
    let t = start + item % CHUNK_VECTORS * 4u;
    if (t >= place.length) { continue; }
    let head = item / CHUNK_VECTORS;
    let query = place.source * QUERY_VECTORS + head * HEAD_VECTORS;
    let key = place.cache + t * KEY_VECTORS + head / GROUP * HEAD_VECTORS;
    var dots = vec4f();
    for (var k = 0u; k < HEAD_VECTORS + sizes.zero; k++) {
      dots += queries[query + k] * mat4x4f(keys[key + k], keys[key + KEY_VECTORS + k],
                                           keys[key + 2u * KEY_VECTORS + k], keys[key + 3u * KEY_VECTORS + k]);
    }
    scores[item] = select(vec4f(NEVER), dots, vec4u(t, t + 1u, t + 2u, t + 3u) < vec4u(place.length));
  }
}

fn raise_greatest(vectors: u32, local: u32) {
  for (var head = local; head < HEADS; head += INVOCATIONS) {
    var most = vec4f(greatest[head]);
    for (var c = 0u; c < vectors; c++) { most = max(most, scores[head * CHUNK_VECTORS + c]); }
    let now = largest(most);
    rescale[head] = exp(greatest[head] - now);
    greatest[head] = now;
  }
}

fn exponentiate(vectors: u32, local: u32) {
  for (var item = local; item < HEADS * CHUNK_VECTORS; item += INVOCATIONS) {
    if (item % CHUNK_VECTORS < vectors) { scores[item] = exp(scores[item] - greatest[item / CHUNK_VECTORS]); }
  }
}

fn mix(place: Place, start: u32, vectors: u32, local: u32) {
  for (var head = local; head < HEADS; head += INVOCATIONS) {
    var sums = vec4f();
    for (var c = 0u; c < vectors; c++) { sums += scores[head * CHUNK_VECTORS + c]; }
    totals[head] = totals[head] * rescale[head] + dot(sums, vec4f(1.0));
  }
  for (var item = local; item < PARTS * QUERY_VECTORS; item += INVOCATIONS) {
    let column = item % QUERY_VECTORS;
    let head = column / HEAD_VECTORS;
    let value = place.cache + start * KEY_VECTORS + head / GROUP * HEAD_VECTORS + column % HEAD_VECTORS;
    var sum = mixed[item] * rescale[head];
    for (var c = item / QUERY_VECTORS; c < vectors; c += PARTS) {
      let at = value + c * 4u * KEY_VECTORS;
      sum += mat4x4f(values[at], values[at + KEY_VECTORS], values[at + 2u * KEY_VECTORS],
                     values[at + 3u * KEY_VECTORS]) * scores[head * CHUNK_VECTORS + c];
    }
    mixed[item] = sum;
  }
}

// Sums the parts, into the first one.
fn gather(local: u32) {
  for (var column = local; column < QUERY_VECTORS; column += INVOCATIONS) {
    var sum = mixed[column];
    for (var part = 1u; part < PARTS; part++) { sum += mixed[part * QUERY_VECTORS + column]; }
    mixed[column] = sum / totals[column / HEAD_VECTORS];
  }
}

fn project(row: u32, source: u32, local: u32) {
  for (var column = local; column < HIDDEN_VECTORS; column += INVOCATIONS) {
    let at = column * 4u * QUERY_VECTORS;
    var y = vec4f();
    for (var k = 0u; k < QUERY_VECTORS + sizes.zero; k++) {
      y += mixed[k] * mat4x4f(w[at + k], w[at + QUERY_VECTORS + k], w[at + 2u * QUERY_VECTORS + k],
                              w[at + 3u * QUERY_VECTORS + k]);
    }
    result[row * HIDDEN_VECTORS + column] = residual[source * HIDDEN_VECTORS + column] + y;
  }
}

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let row = linear_group(group, groups);
  if (local == 0u) {
    own_cursor = rows[row];
    // Grids that were folded may have workgroups beyond the last row.
    if (row >= sizes.rows) { own_cursor.w = FINISHED; }
  }
  for (var head = local; head < HEADS; head += INVOCATIONS) {
    greatest[head] = NEVER;
    totals[head] = 0.0;
  }
  for (var item = local; item < PARTS * QUERY_VECTORS; item += INVOCATIONS) { mixed[item] = vec4f(); }
  let cursor = workgroupUniformLoad(&own_cursor);
  if (cursor.w == FINISHED) { return; }
  let place = Place(cursor.x * sizes.capacity * KEY_VECTORS, cursor.w, cursor.y + 1u);
  for (var start = 0u; start < place.length; start += CHUNK) {
    let vectors = (min(CHUNK, place.length - start) + 3u) / 4u;
    score(place, start, local);
    workgroupBarrier();
    raise_greatest(vectors, local);
    workgroupBarrier();
    exponentiate(vectors, local);
    workgroupBarrier();
    mix(place, start, vectors, local);
    workgroupBarrier();
  }
  gather(local);
  workgroupBarrier();
  project(row, place.source, local);
}

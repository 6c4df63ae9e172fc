// Attention over the cache, its projection, and the residual, in one.
//
// For row r with cursor (slot, position, token, source): result[r] = residual[source] + O a, where head h of a is
// the mean of values[slot][t] for t <= position, weighted by the softmax of queries[source] . keys[slot][t]; GROUP heads
// share keys and values.
// queries [_, HEADS, HEAD], keys and values [slots, capacity, KEYS], w [HIDDEN, HEADS * HEAD], residual and result [_, HIDDEN].
//
// A workgroup has ROWS rows, 1 or 4, and goes through their contexts by CHUNK positions: scores, their greatest, exponentials,
// weighted values; earlier sums are scaled where the greatest rises. PARTS invocations share a vector of values, each
// with every PARTS-th four of the chunk. Order of sums: by position within a part, then parts, whatever the grid.

const FINISHED = 0xffffffffu;
const NEVER = -1e30;
const HEAD_VECTORS = HEAD / 4u;
const KEY_VECTORS = KEYS / 4u;
const QUERY_VECTORS = HEADS * HEAD_VECTORS;
const HIDDEN_VECTORS = HIDDEN / 4u;
const CHUNK_VECTORS = CHUNK / 4u;
// Vectors of the rows' attention.
const UNITS = ROWS * QUERY_VECTORS;

// By row, head and position.
var<workgroup> scores: array<vec4f, ROWS * HEADS * CHUNK_VECTORS>;
// By part, row and column.
var<workgroup> mixed: array<vec4f, PARTS * UNITS>;
// By row and head.
var<workgroup> greatest: array<f32, ROWS * HEADS>;
var<workgroup> rescale: array<f32, ROWS * HEADS>;
var<workgroup> totals: array<f32, ROWS * HEADS>;
// By row: line of the cache, source, and length, which is 0 for a finished row.
var<workgroup> places: array<vec3u, ROWS>;
var<workgroup> longest: u32;

fn find_places(first: u32, local: u32) {
  if (local == 0u) {
    longest = 0u;
    for (var r = 0u; r < ROWS; r++) {
      let cursor = rows[first + r];
      let is_alive = first + r < sizes.rows && cursor.w != FINISHED;
      let length = select(0u, cursor.y + 1u, is_alive);
      places[r] = vec3u(cursor.x * sizes.capacity * KEY_VECTORS, cursor.w, length);
      longest = max(longest, length);
    }
  }
  for (var pair = local; pair < ROWS * HEADS; pair += INVOCATIONS) {
    greatest[pair] = NEVER;
    totals[pair] = 0.0;
  }
  for (var unit = local; unit < PARTS * UNITS; unit += INVOCATIONS) { mixed[unit] = vec4f(); }
}

fn score(start: u32, local: u32) {
  for (var item = local; item < ROWS * HEADS * CHUNK_VECTORS; item += INVOCATIONS) {
    let pair = item / CHUNK_VECTORS;
    let place = places[pair / HEADS];
    let t = start + item % CHUNK_VECTORS * 4u;
    if (t >= place.z) {
      scores[item] = vec4f(NEVER);
      continue;
    }
    let head = pair % HEADS;
    let query = place.y * QUERY_VECTORS + head * HEAD_VECTORS;
    let key = place.x + t * KEY_VECTORS + head / GROUP * HEAD_VECTORS;
    var dots = vec4f();
    for (var k = 0u; k < HEAD_VECTORS; k++) {
      let q = queries[query + k];
      dots += q * mat4x4f(keys[key + k], keys[key + KEY_VECTORS + k], keys[key + 2u * KEY_VECTORS + k],
                          keys[key + 3u * KEY_VECTORS + k]);
    }
    scores[item] = select(vec4f(NEVER), dots, vec4u(t, t + 1u, t + 2u, t + 3u) < vec4u(place.z));
  }
}

fn raise_greatest(vectors: u32, local: u32) {
  for (var pair = local; pair < ROWS * HEADS; pair += INVOCATIONS) {
    var most = vec4f(greatest[pair]);
    for (var c = 0u; c < vectors; c++) { most = max(most, scores[pair * CHUNK_VECTORS + c]); }
    let now = max(max(most.x, most.y), max(most.z, most.w));
    rescale[pair] = exp(greatest[pair] - now);
    greatest[pair] = now;
  }
}

fn exponentiate(local: u32) {
  for (var item = local; item < ROWS * HEADS * CHUNK_VECTORS; item += INVOCATIONS) {
    scores[item] = exp(scores[item] - greatest[item / CHUNK_VECTORS]);
  }
}

fn mix(start: u32, vectors: u32, local: u32) {
  for (var pair = local; pair < ROWS * HEADS; pair += INVOCATIONS) {
    var sums = vec4f();
    for (var c = 0u; c < vectors; c++) { sums += scores[pair * CHUNK_VECTORS + c]; }
    totals[pair] = totals[pair] * rescale[pair] + dot(sums, vec4f(1.0));
  }
  for (var item = local; item < PARTS * UNITS; item += INVOCATIONS) {
    let unit = item % UNITS;
    let place = places[unit / QUERY_VECTORS];
    if (start >= place.z) { continue; }
    let column = unit % QUERY_VECTORS;
    let head = column / HEAD_VECTORS;
    let pair = unit / QUERY_VECTORS * HEADS + head;
    let value = place.x + start * KEY_VECTORS + head / GROUP * HEAD_VECTORS + column % HEAD_VECTORS;
    var sum = mixed[item] * rescale[pair];
    let own_vectors = min(vectors, (place.z - start + 3u) / 4u);
    for (var c = item / UNITS; c < own_vectors; c += PARTS) {
      let at = value + c * 4u * KEY_VECTORS;
      sum += mat4x4f(values[at], values[at + KEY_VECTORS], values[at + 2u * KEY_VECTORS],
                     values[at + 3u * KEY_VECTORS]) * scores[pair * CHUNK_VECTORS + c];
    }
    mixed[item] = sum;
  }
}

// Sums the parts, into the first one.
fn gather(local: u32) {
  for (var unit = local; unit < UNITS; unit += INVOCATIONS) {
    var sum = mixed[unit];
    for (var part = 1u; part < PARTS; part++) { sum += mixed[part * UNITS + unit]; }
    let total = totals[unit / QUERY_VECTORS * HEADS + unit % QUERY_VECTORS / HEAD_VECTORS];
    mixed[unit] = sum / max(total, 1e-30);
  }
}

fn add(first: u32, r: u32, column: u32, y: vec4f) {
  let place = places[r];
  if (place.z == 0u) { return; }
  result[(first + r) * HIDDEN_VECTORS + column] = residual[place.y * HIDDEN_VECTORS + column] + y;
}

fn project(first: u32, local: u32) {
  for (var column = local; column < HIDDEN_VECTORS; column += INVOCATIONS) {
    let at = column * 4u * QUERY_VECTORS;
    var y0 = vec4f();
    var y1 = vec4f();
    var y2 = vec4f();
    var y3 = vec4f();
    for (var k = 0u; k < QUERY_VECTORS; k++) {
      let part = mat4x4f(w[at + k], w[at + QUERY_VECTORS + k], w[at + 2u * QUERY_VECTORS + k],
                         w[at + 3u * QUERY_VECTORS + k]);
      y0 += mixed[k] * part;
      if (ROWS == 4u) {
        y1 += mixed[k + QUERY_VECTORS] * part;
        y2 += mixed[k + 2u * QUERY_VECTORS] * part;
        y3 += mixed[k + 3u * QUERY_VECTORS] * part;
      }
    }
    add(first, 0u, column, y0);
    if (ROWS == 4u) {
      add(first, 1u, column, y1);
      add(first, 2u, column, y2);
      add(first, 3u, column, y3);
    }
  }
}

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let first = linear_group(group, groups) * ROWS;
  find_places(first, local);
  let end = workgroupUniformLoad(&longest);
  for (var start = 0u; start < end; start += CHUNK) {
    let vectors = (min(CHUNK, end - start) + 3u) / 4u;
    score(start, local);
    workgroupBarrier();
    raise_greatest(vectors, local);
    workgroupBarrier();
    exponentiate(local);
    workgroupBarrier();
    mix(start, vectors, local);
    workgroupBarrier();
  }
  gather(local);
  workgroupBarrier();
  project(first, local);
}

// Several tokens of four contexts in one dispatch: all layers, the head, the draw, and on to the next token. One
// workgroup for four slots, whose activations never leave workgroup memory; weights are read once for all four, keys
// and values go to the cache. Where a dispatch costs more than the arithmetic of a small model, this is the fast path.
//
// CPU meaning: span.steps times what shaders/rollout/*.wgsl and shaders/sampling/sample.wgsl do for the slots of
// `cursors`, with all buffers as in src/engines/webgpu/rollout/state.ts. Slots that are finished write nothing, and the
// workgroup ends early when all four are.
//
// weights: the packed network as one buffer; *_AT are the first vectors of its matrices in layer 0, LAYER_STRIDE the
// distance to the next layer. cache: keys and values of all layers, as `span` tells. span.zero is 0, which compilers do
// not know: those of processors take minutes over what they can unroll.
// Activations are columns: memory[n] has number n of each of the four slots, so that one weight times one column serves
// four slots. Queries and attention's running means are lines instead: QUERY_VECTORS vectors for each slot.

const NEVER_SEEN = -1e30;
const SLOTS = 4u;
const INVOCATIONS = SAMPLING_INVOCATIONS;
const HEAD_VECTORS = HEAD / 4u;
const KEY_VECTORS = KEYS / 4u;
const QUERY_VECTORS = HEADS * HEAD_VECTORS;
const QUERIES = HEADS * HEAD;
const PROJECTED = QUERIES + 2u * KEYS;
const PAIRS = SLOTS * HEADS;
const CHUNK_VECTORS = CHUNK / 4u;

// Parts of `memory`: the residual stream, then what is between two products, then queries and what attention makes of them.
const STREAM = 0u;
const BETWEEN = HIDDEN;
const MIXED = BETWEEN + max(max(PROJECTED, INNER), VOCABULARY);
var<workgroup> memory: array<vec4f, MIXED + QUERIES>;
// By slot, head and position.
var<workgroup> scores: array<vec4f, PAIRS * CHUNK_VECTORS>;
// By slot and head.
var<workgroup> greatest: array<f32, PAIRS>;
var<workgroup> rescale: array<f32, PAIRS>;
var<workgroup> totals: array<f32, PAIRS>;
const SQUARE_PARTS = 16u;
var<workgroup> square_parts: array<vec4f, SQUARE_PARTS>;
var<workgroup> current: array<vec4u, SLOTS>;

// What a product does with its columns.
const REPLACE = 0u;
const ADD = 1u;

struct Columns { a: vec4f, b: vec4f, c: vec4f, d: vec4f }

// One, or four neighbouring, columns of x W for four slots: x at `source`, W out-major with lines of `vectors` at `at`.
fn columns(source: u32, at: u32, vectors: u32) -> Columns {
  var sums = Columns();
  for (var k = 0u; k < vectors + span.zero; k++) {
    let column = source + 4u * k;
    let x = mat4x4f(memory[column], memory[column + 1u], memory[column + 2u], memory[column + 3u]);
    sums.a += x * weights[at + k];
    if (COLUMNS == 4u) {
      sums.b += x * weights[at + vectors + k];
      sums.c += x * weights[at + 2u * vectors + k];
      sums.d += x * weights[at + 3u * vectors + k];
    }
  }
  return sums;
}

fn keep(action: u32, goal: u32, value: vec4f) {
  if (action == ADD) {
    memory[goal] += value;
  } else {
    memory[goal] = value;
  }
}

// memory[goal ..] = scale (x W), or increased by it.
fn project(action: u32, goal: u32, source: u32, inputs: u32, at: u32, outputs: u32, scale: vec4f, local: u32) {
  let vectors = inputs / 4u;
  for (var column = local * COLUMNS; column < outputs; column += INVOCATIONS * COLUMNS) {
    let sums = columns(source, at + column * vectors, vectors);
    keep(action, goal + column, sums.a * scale);
    if (COLUMNS == 4u) {
      keep(action, goal + column + 1u, sums.b * scale);
      keep(action, goal + column + 2u, sums.c * scale);
      keep(action, goal + column + 3u, sums.d * scale);
    }
  }
}

// silu(g) u; the exponent is kept where it cannot overflow.
fn gated(gate: vec4f, up: vec4f) -> vec4f {
  return gate / (1.0 + exp(-max(gate, vec4f(-80.0)))) * up;
}

fn project_gated(at: u32, scale: vec4f, local: u32) {
  const VECTORS = HIDDEN / 4u;
  for (var column = local * COLUMNS; column < INNER; column += INVOCATIONS * COLUMNS) {
    // Gate and up alternate in fours.
    let line = at + (column / 4u * 8u + column % 4u) * VECTORS;
    let gate = columns(STREAM, line, VECTORS);
    let up = columns(STREAM, line + 4u * VECTORS, VECTORS);
    memory[BETWEEN + column] = gated(gate.a * scale, up.a * scale);
    if (COLUMNS == 4u) {
      memory[BETWEEN + column + 1u] = gated(gate.b * scale, up.b * scale);
      memory[BETWEEN + column + 2u] = gated(gate.c * scale, up.c * scale);
      memory[BETWEEN + column + 3u] = gated(gate.d * scale, up.d * scale);
    }
  }
}

// 1 / root mean square of the residual stream of each slot. One barrier.
fn inverse_root(local: u32) -> vec4f {
  if (local < SQUARE_PARTS) {
    var sum = vec4f();
    for (var n = local; n < HIDDEN; n += SQUARE_PARTS) { sum += memory[STREAM + n] * memory[STREAM + n]; }
    square_parts[local] = sum;
  }
  workgroupBarrier();
  var squares = vec4f();
  for (var part = 0u; part < SQUARE_PARTS + span.zero; part++) { squares += square_parts[part]; }
  return inverseSqrt(squares / HIDDEN_SIZE + EPSILON);
}

fn embed(rows: array<vec4u, SLOTS>, local: u32) {
  const VECTORS = HIDDEN / 4u;
  for (var block = local; block < VECTORS; block += INVOCATIONS) {
    let at = EMBEDDING_AT + block;
    let columns_of_four = transpose(mat4x4f(
      weights[at + rows[0].z * VECTORS],
      weights[at + rows[1].z * VECTORS],
      weights[at + rows[2].z * VECTORS],
      weights[at + rows[3].z * VECTORS],
    ));
    memory[STREAM + 4u * block] = columns_of_four[0];
    memory[STREAM + 4u * block + 1u] = columns_of_four[1];
    memory[STREAM + 4u * block + 2u] = columns_of_four[2];
    memory[STREAM + 4u * block + 3u] = columns_of_four[3];
  }
}

// Four numbers of one slot, from columns.
fn line_of(slot: u32, at: u32) -> vec4f {
  return vec4f(memory[at][slot], memory[at + 1u][slot], memory[at + 2u][slot], memory[at + 3u][slot]);
}

// Turns queries and keys by their position; keys and values go to the cache.
fn turn_and_keep(layer: u32, local: u32) {
  const VECTORS = PROJECTED / 4u;
  for (var item = local; item < SLOTS * VECTORS; item += INVOCATIONS) {
    let slot = item / VECTORS;
    let column = item % VECTORS;
    let cursor = current[slot];
    if (cursor.w == FINISHED) { continue; }
    let y = line_of(slot, BETWEEN + 4u * column);
    let line = layer * span.stride + (cursor.x * span.capacity + cursor.y) * KEY_VECTORS;
    if (column >= QUERY_VECTORS + KEY_VECTORS) {
      cache[span.values + line + column - QUERY_VECTORS - KEY_VECTORS] = y;
      continue;
    }
    let turn = weights[ROTARY_AT + cursor.y * HEAD_VECTORS + column % HEAD_VECTORS];
    let turned = y * turn.xxzz + vec4f(-y.y, y.x, -y.w, y.z) * turn.yyww;
    if (column < QUERY_VECTORS) {
      memory[MIXED + slot * QUERY_VECTORS + column] = turned * SCALE;
    } else {
      cache[span.keys + line + column - QUERY_VECTORS] = turned;
    }
  }
}

fn length_of(slot: u32) -> u32 {
  return select(current[slot].y + 1u, 0u, current[slot].w == FINISHED);
}

fn begin_attention(local: u32) {
  for (var pair = local; pair < PAIRS; pair += INVOCATIONS) {
    greatest[pair] = NEVER_SEEN;
    totals[pair] = 0.0;
  }
  // Lines of running means, where the queries were before they were turned.
  for (var unit = local; unit < SLOTS * QUERY_VECTORS; unit += INVOCATIONS) { memory[BETWEEN + unit] = vec4f(); }
}

fn score(keys: u32, start: u32, local: u32) {
  for (var item = local; item < PAIRS * CHUNK_VECTORS; item += INVOCATIONS) {
    let pair = item / CHUNK_VECTORS;
    let slot = pair / HEADS;
    let head = pair % HEADS;
    let t = start + item % CHUNK_VECTORS * 4u;
    let length = length_of(slot);
    if (t >= length) {
      scores[item] = vec4f(NEVER_SEEN);
      continue;
    }
    let query = MIXED + slot * QUERY_VECTORS + head * HEAD_VECTORS;
    let key = keys + (current[slot].x * span.capacity + t) * KEY_VECTORS + head / GROUP * HEAD_VECTORS;
    var dots = vec4f();
    for (var k = 0u; k < HEAD_VECTORS + span.zero; k++) {
      dots += memory[query + k] * mat4x4f(cache[key + k], cache[key + KEY_VECTORS + k],
                                          cache[key + 2u * KEY_VECTORS + k], cache[key + 3u * KEY_VECTORS + k]);
    }
    scores[item] = select(vec4f(NEVER_SEEN), dots, vec4u(t, t + 1u, t + 2u, t + 3u) < vec4u(length));
  }
}

fn raise_greatest(local: u32) {
  for (var pair = local; pair < PAIRS; pair += INVOCATIONS) {
    var most = vec4f(greatest[pair]);
    for (var c = 0u; c < CHUNK_VECTORS + span.zero; c++) { most = max(most, scores[pair * CHUNK_VECTORS + c]); }
    let now = largest(most);
    rescale[pair] = exp(greatest[pair] - now);
    greatest[pair] = now;
  }
}

fn exponentiate(local: u32) {
  for (var item = local; item < PAIRS * CHUNK_VECTORS; item += INVOCATIONS) {
    scores[item] = exp(scores[item] - greatest[item / CHUNK_VECTORS]);
  }
}

fn mix(values: u32, start: u32, local: u32) {
  for (var pair = local; pair < PAIRS; pair += INVOCATIONS) {
    var sums = vec4f();
    for (var c = 0u; c < CHUNK_VECTORS + span.zero; c++) { sums += scores[pair * CHUNK_VECTORS + c]; }
    totals[pair] = totals[pair] * rescale[pair] + dot(sums, vec4f(1.0));
  }
  for (var unit = local; unit < SLOTS * QUERY_VECTORS; unit += INVOCATIONS) {
    let slot = unit / QUERY_VECTORS;
    let column = unit % QUERY_VECTORS;
    let head = column / HEAD_VECTORS;
    let length = length_of(slot);
    if (start >= length) { continue; }
    let pair = slot * HEADS + head;
    let first = values + (current[slot].x * span.capacity + start) * KEY_VECTORS + head / GROUP * HEAD_VECTORS
      + column % HEAD_VECTORS;
    var sum = memory[BETWEEN + unit] * rescale[pair];
    for (var c = 0u; c < min(CHUNK_VECTORS, (length - start + 3u) / 4u); c++) {
      let at = first + c * 4u * KEY_VECTORS;
      sum += mat4x4f(cache[at], cache[at + KEY_VECTORS], cache[at + 2u * KEY_VECTORS], cache[at + 3u * KEY_VECTORS])
        * scores[pair * CHUNK_VECTORS + c];
    }
    memory[BETWEEN + unit] = sum;
  }
}

// The means as columns, in the place of the queries.
fn end_attention(local: u32) {
  for (var n = local; n < QUERIES; n += INVOCATIONS) {
    let head = n / HEAD;
    var column = vec4f();
    for (var slot = 0u; slot < SLOTS + span.zero; slot++) {
      let mean = memory[BETWEEN + slot * QUERY_VECTORS + n / 4u][n % 4u];
      column[slot] = mean / max(totals[slot * HEADS + head], 1e-30);
    }
    memory[MIXED + n] = column;
  }
}

// Adds attention over the cache to the residual stream; `longest` is the greatest length of the slots.
fn attend(layer: u32, longest: u32, local: u32) {
  begin_attention(local);
  let keys = span.keys + layer * span.stride;
  let values = span.values + layer * span.stride;
  for (var start = 0u; start < longest; start += CHUNK) {
    score(keys, start, local);
    workgroupBarrier();
    raise_greatest(local);
    workgroupBarrier();
    exponentiate(local);
    workgroupBarrier();
    mix(values, start, local);
    workgroupBarrier();
  }
  end_attention(local);
  workgroupBarrier();
  project(ADD, STREAM, MIXED, QUERIES, OUTPUT_AT + layer * LAYER_STRIDE, HIDDEN, vec4f(1.0), local);
  workgroupBarrier();
}

// One token of every slot through the network; the logits are columns at BETWEEN.
fn forward(rows: array<vec4u, SLOTS>, local: u32) {
  embed(rows, local);
  var longest = 0u;
  for (var slot = 0u; slot < SLOTS + span.zero; slot++) {
    longest = max(longest, select(rows[slot].y + 1u, 0u, rows[slot].w == FINISHED));
  }
  workgroupBarrier();
  for (var layer = 0u; layer < LAYERS + span.zero; layer++) {
    let place = layer * LAYER_STRIDE;
    let scale = inverse_root(local);
    project(REPLACE, BETWEEN, STREAM, HIDDEN, QKV_AT + place, PROJECTED, scale, local);
    workgroupBarrier();
    turn_and_keep(layer, local);
    storageBarrier();
    workgroupBarrier();
    attend(layer, longest, local);
    let middle_scale = inverse_root(local);
    project_gated(GATE_UP_AT + place, middle_scale, local);
    workgroupBarrier();
    project(ADD, STREAM, BETWEEN, INNER, DOWN_AT + place, HIDDEN, vec4f(1.0), local);
    workgroupBarrier();
  }
  let last_scale = inverse_root(local);
  project(REPLACE, BETWEEN, STREAM, HIDDEN, HEAD_AT, VOCABULARY, last_scale, local);
  workgroupBarrier();
}

// For shaders/common/sampling.wgsl.
fn logit_at(place: u32, id: u32) -> f32 {
  return memory[BETWEEN + id][place];
}

// As in shaders/sampling/sample.wgsl. Called by all invocations together.
fn draw_next(slot: u32, cursor: vec4u, local: u32) {
  let stream = streams[cursor.x];
  let next = cursor.y + 1u;
  let sample = sample_row(slot, vec2u(stream.x, stream.y + next), local);
  if (local != 0u) { return; }
  drawn[(cursor.y - stream.z) * draw.stride + cursor.x] = vec4u(
    sample.token,
    bitcast<u32>(sample.log_prob),
    bitcast<u32>(sample.entropy),
    select(0u, 1u, sample.valid),
  );
  let is_last = sample.token == draw.stopToken || next >= draw.limit || !sample.valid;
  current[slot] = vec4u(cursor.x, next, sample.token, select(cursor.x, FINISHED, is_last));
}

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let first = group.x * SLOTS;
  if (local < SLOTS) { current[local] = cursors[first + local]; }
  for (var step = 0u; step < span.steps; step++) {
    let rows = workgroupUniformLoad(&current);
    if (rows[0].w == FINISHED && rows[1].w == FINISHED && rows[2].w == FINISHED && rows[3].w == FINISHED) { break; }
    forward(rows, local);
    for (var slot = 0u; slot < SLOTS + span.zero; slot++) {
      let cursor = rows[slot];
      if (cursor.w != FINISHED) { draw_next(slot, cursor, local); }
    }
  }
  workgroupBarrier();
  if (local < SLOTS) { cursors[first + local] = current[local]; }
}

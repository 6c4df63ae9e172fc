// Where the rows and columns of a checkpoint's matrix lie in its packed form (src/engines/webgpu/packing.ts).
// Constants: HEAD (real size of a head), PADDED_HEAD. Binding: a uniform `place` with at least the fields of MATRIX_PLACE.

const PLAIN = 0u;
// Heads one after the other, each padded.
const HEADS = 1u;
// The same, and within a head the two halves that turn together lie side by side: 0, h/2, 1, h/2 + 1, ...
const ROTARY = 2u;

const NOWHERE = 0xffffffffu;

// The real index of a packed one among `count` real ones, or NOWHERE for padding.
fn real_index(order: u32, packed_index: u32, count: u32) -> u32 {
  var real = packed_index;
  if (order != PLAIN) {
    let within = packed_index % PADDED_HEAD;
    let head = packed_index / PADDED_HEAD;
    if (within >= HEAD) { return NOWHERE; }
    real = head * HEAD + select(within, (within % 2u) * (HEAD / 2u) + within / 2u, order == ROTARY);
  }
  return select(NOWHERE, real, real < count);
}

// The row of a packed matrix that is packed row `p` of the projection: gate and up alternate in fours, so that one tile
// of four by four has both.
fn packed_row(p: u32) -> u32 {
  return select(place.first_row + p, (p / 4u) * 8u + p % 4u + place.first_row, place.alternates != 0u);
}

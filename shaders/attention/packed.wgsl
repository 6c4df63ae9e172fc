// Where packed contexts have their queries, keys and values (forward.wgsl), in vectors of four, and who sees whom.

const ROW = PROJECTED / 4u;
const PARTS = HEAD / 4u;
const STRIDE = QUERIES / 4u;

// The first vector of a row's keys that a head of queries shares; its values are VALUES_AFTER further.
fn key_column(head: u32) -> u32 {
  return STRIDE + head / GROUP * PARTS;
}

const VALUES_AFTER = HEADS / GROUP * PARTS;

// Whether a query (its token, the start of its context) sees each of four keys.
fn sees(query: vec2u, keys: vec4u) -> vec4<bool> {
  return (keys >= vec4u(query.y)) & (keys <= vec4u(query.x));
}

// Copies the beginnings of slots to other slots of the same cache: prompts that rows share, and rows that close ranks.
//
// moves [moves] of (from, to, positions, 0); keys and values [slots, capacity, KEYS], KEYS in vectors of four. No slot
// is written that another move reads. CPU meaning: for t < positions: keys[to][t] = keys[from][t], likewise values.

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let copied = moves[group.x];
  let from_line = copied.x * sizes.capacity * KEYS;
  let to_line = copied.y * sizes.capacity * KEYS;
  for (var index = local; index < copied.z * KEYS; index += 64u) {
    keys[to_line + index] = keys[from_line + index];
    values[to_line + index] = values[from_line + index];
  }
}

// One matrix of the network as the other kernels want it: padded, reordered, its norm folded in and its adapter merged.
//
// packed[place(p)][c] = norm[c'] * (weight[p'][c'] + scale * sum over r of B[p'][r] A[r][c']), r ascending, where p'
// and c' are the real row and column of packed row p and column c; 0 for padding.
// weight [REAL_OUT, REAL_IN], norm [REAL_IN], adapter: the flat arena with A [RANK, REAL_IN], B [REAL_OUT, RANK];
// packed [rows, IN]. One invocation writes four columns.

// Rows of gate and up alternate in fours, so that one tile of four by four has both.
fn packed_place(p: u32) -> u32 {
  return select(FIRST_ROW + p, (p / 4u) * 8u + p % 4u + FIRST_ROW, ALTERNATES);
}

fn entry(row: u32, packed_column: u32) -> f32 {
  let column = real_index(COLUMN_ORDER, packed_column, REAL_IN);
  if (row == NOWHERE || column == NOWHERE) { return 0.0; }
  var value = weight[row * REAL_IN + column];
  var change = 0.0;
  for (var r = 0u; r < RANK; r++) {
    change += adapter[place.b + row * RANK + r] * adapter[place.a + r * REAL_IN + column];
  }
  value += place.scale * change;
  if (HAS_NORM) { value *= norm[column]; }
  return value;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let index = linear_group(group, groups) * 64u + local;
  let p = index / (IN / 4u);
  let column = (index % (IN / 4u)) * 4u;
  if (p >= ROWS) { return; }
  let row = real_index(ROW_ORDER, p, REAL_OUT);
  packed[(packed_place(p) * IN + column) / 4u] = vec4f(
    entry(row, column),
    entry(row, column + 1u),
    entry(row, column + 2u),
    entry(row, column + 3u),
  );
}

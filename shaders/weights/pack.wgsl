// One matrix of the network as the other kernels want it: padded, reordered, its norm folded in and its adapter merged.
//
// packed[packed_row(p)][c] = norm[c'] * (weight[p'][c'] + scale * sum over r of B[p'][r] A[r][c']), r ascending, where
// p' and c' are the real row and column of packed row p and column c; 0 for padding.
// weight [real_out, real_in], norm [real_in], adapter: the flat arena with A [rank, real_in], B [real_out, rank];
// packed [rows, columns]. One invocation writes four columns. Sizes are no constants: this runs once a step, and one
// pipeline for all matrices compiles sooner than one for each.

fn entry(row: u32, packed_column: u32) -> f32 {
  let column = real_index(place.column_order, packed_column, place.real_in);
  if (row == NOWHERE || column == NOWHERE) { return 0.0; }
  var value = weight[row * place.real_in + column];
  var change = 0.0;
  for (var r = 0u; r < place.rank; r++) {
    change += adapter[place.b + row * place.rank + r] * adapter[place.a + r * place.real_in + column];
  }
  value += place.scale * change;
  if (place.has_norm != 0u) { value *= norm[column]; }
  return value;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let index = linear_group(group, groups) * 64u + local;
  let p = index / (place.columns / 4u);
  let column = (index % (place.columns / 4u)) * 4u;
  if (p >= place.rows) { return; }
  let row = real_index(place.row_order, p, place.real_out);
  packed[(packed_row(p) * place.columns + column) / 4u] = vec4f(
    entry(row, column),
    entry(row, column + 1u),
    entry(row, column + 2u),
    entry(row, column + 3u),
  );
}

// The gradient of a checkpoint's matrix from that of its packed form, y = u W' with W' = W norm: the reverse of
// weights/pack.wgsl.
//
// packed [rows, columns], norm [real_in] (read where has_norm), gradient [real_out, real_in]; where `adds` it is added
// to, else written. CPU meaning: gradient[p'][c'] = packed[packed_row(p)][c] * norm[c'], where p' and c' are the real
// row and column of packed row p and column c. One invocation does four columns.

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let index = linear_group(group, groups) * 64u + local;
  let p = index / (place.columns / 4u);
  if (p >= place.rows) { return; }
  let row = real_index(place.row_order, p, place.real_out);
  if (row == NOWHERE) { return; }
  let first = (index % (place.columns / 4u)) * 4u;
  for (var c = 0u; c < 4u; c++) {
    let column = real_index(place.column_order, first + c, place.real_in);
    if (column == NOWHERE) { continue; }
    var value = packed[packed_row(p) * place.columns + first + c];
    if (place.has_norm != 0u) { value *= norm[column]; }
    let at = row * place.real_in + column;
    if (place.adds != 0u) { value += gradient[at]; }
    gradient[at] = value;
  }
}

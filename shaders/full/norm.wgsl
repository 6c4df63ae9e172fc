// The gradient of a norm's weight from those of the packed matrices that it is folded into, W' = W norm: sums over the
// rows of one chunk, later added up by norm-sum.wgsl.
//
// weight W [real_out, real_in], packed: gradient of W' [rows, columns], both columns in one order; partial [chunks,
// columns], this matrix's chunks beginning at first_chunk.
// CPU meaning: partial[first_chunk + c][k] = sum over rows p of chunk c of W[p'][k] packed[packed_row(p)][k].

const NORM_ROWS = 64u;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let index = linear_group(group, groups) * 64u + local;
  let column = index % place.columns;
  let chunk = index / place.columns;
  let first = chunk * NORM_ROWS;
  if (first >= place.rows) { return; }
  var sum = 0.0;
  if (column < place.real_in) {
    for (var p = first; p < min(first + NORM_ROWS, place.rows); p++) {
      let row = real_index(place.row_order, p, place.real_out);
      if (row == NOWHERE) { continue; }
      sum += weight[row * place.real_in + column] * packed[packed_row(p) * place.columns + column];
    }
  }
  partial[(place.first_chunk + chunk) * place.columns + column] = sum;
}

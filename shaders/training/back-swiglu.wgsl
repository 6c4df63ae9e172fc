// Through the down projection and SwiGLU: from the gradient of the MLP's output to that of gate and up.
//
// x [rows, IN], w [IN, OUT] (the down matrix), gate_up and y [rows, 2 OUT], gate and up alternating in fours. Rows
// beyond the last are written and never read.
// CPU meaning: d = x W; with s = sigmoid(gate), dup = d gate s, dgate = d up s (1 + gate (1 - s)).

fn gradient(d: vec4f, row: u32, block: u32) {
  let at = row * (OUT / 2u) + 2u * block;
  let gate = gate_up[at];
  let s = sigmoid(gate);
  y[at] = d * gate_up[at + 1u] * s * (1.0 + gate * (1.0 - s));
  y[at + 1u] = d * gate * s;
}

fn keep(row: u32, block: u32, tile: Tile) {
  gradient(tile.r0, row, block);
  gradient(tile.r1, row + 1u, block);
  gradient(tile.r2, row + 2u, block);
  gradient(tile.r3, row + 3u, block);
}

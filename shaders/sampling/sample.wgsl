// Draws the next token of every slot and moves its cursor on. One workgroup for a slot; all its sums in a fixed order.
//
// logits [slots, VOCABULARY]; cursors, streams, masked, drawn and draw as in src/engines/webgpu/rollout/state.ts.
// CPU meaning: sampleToken of src/policy/sampling.ts with the uniform number of the token's place in its context, then
// cursor = (slot, position + 1, token, slot), finished after a stop token, at the limit, and where logits are no numbers.

var<workgroup> own_cursor: vec4u;

fn logit_at(place: u32, id: u32) -> f32 {
  return logits[place + id];
}

@compute @workgroup_size(SAMPLING_INVOCATIONS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let slot = group.x;
  if (local == 0u) { own_cursor = cursors[slot]; }
  let cursor = workgroupUniformLoad(&own_cursor);
  if (cursor.w == FINISHED) { return; }
  let stream = streams[slot];
  let next = cursor.y + 1u;
  let sample = sample_row(slot * VOCABULARY, vec2u(stream.x, stream.y + next), local);
  if (local != 0u) { return; }
  drawn[(cursor.y - stream.z) * draw.stride + slot] = vec4u(
    sample.token,
    bitcast<u32>(sample.log_prob),
    bitcast<u32>(sample.entropy),
    select(0u, 1u, sample.valid),
  );
  let is_last = sample.token == draw.stopToken || next >= draw.limit || !sample.valid;
  cursors[slot] = vec4u(slot, next, sample.token, select(slot, FINISHED, is_last));
}

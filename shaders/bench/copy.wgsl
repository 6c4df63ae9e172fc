// The adapter's bandwidth: copied[i] = original[i], one vec4 for each invocation.
//
// CPU meaning: a copy of COUNT vectors; 32 bytes moved for each.

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < COUNT) {
    copied[id.x] = original[id.x];
  }
}

// Index of a workgroup in a grid that was folded into two dimensions (src/engines/webgpu/command-list.ts).
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.y * groups.x + group.x;
}

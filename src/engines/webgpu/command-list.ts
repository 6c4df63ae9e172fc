/** What is recorded once for a shape and then submitted again and again: pipelines with their buffers and grids. */

export interface Dispatch {
  readonly label: string;
  readonly pipeline: GPUComputePipeline;
  readonly bindGroup: GPUBindGroup;
  readonly workgroups: readonly [number, number, number];
}

export interface CommandList {
  readonly dispatches: readonly Dispatch[];
}

/** Workgroups in a dimension that every device allows. */
const MAX_WORKGROUPS = 65_535;

/**
 * A one-dimensional grid folded into two dimensions where it is too long; kernels with long grids take their index
 * from `linear_index` (shaders/common/grid.wgsl) and leave what is beyond the end.
 */
export function foldedGrid(workgroups: number): readonly [number, number, number] {
  if (workgroups <= MAX_WORKGROUPS) return [Math.max(1, workgroups), 1, 1];
  const rows = Math.ceil(workgroups / MAX_WORKGROUPS);
  return [Math.ceil(workgroups / rows), rows, 1];
}

// Where a slot stands is a cursor of four words (src/engines/webgpu/rollout/state.ts). The fourth is FINISHED where
// nothing is computed for it.

const FINISHED = 0xffffffffu;

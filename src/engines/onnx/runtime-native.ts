/** ONNX Runtime for Node: fast, for tools and tests. */

import ort from 'onnxruntime-node';
import type { OnnxRuntime } from './runtime.ts';

export const nativeRuntime: OnnxRuntime = {
  name: 'onnx-native',
  detail: `ONNX Runtime ${ort.env.versions.node ?? ort.env.versions.common}, native`,
  createSession: (model, options) => ort.InferenceSession.create(model, options),
  real: (type, data, dims) => new ort.Tensor(type, data, dims),
  integers: (data, dims) => new ort.Tensor('int64', data, dims),
};

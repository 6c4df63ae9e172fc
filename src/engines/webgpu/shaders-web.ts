/** The shaders as part of the bundle. */

import { WaymarkError } from '../../core/errors.ts';
import type { ShaderSources } from './shader-sources.ts';

const TEXTS: Readonly<Record<string, string>> = import.meta.glob('../../../shaders/**/*.wgsl', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const webShaders: ShaderSources = (name) => {
  const text = TEXTS[`../../../shaders/${name}.wgsl`];
  if (text === undefined) throw new WaymarkError('not-found', `There is no shader ${name}.`);
  return text;
};

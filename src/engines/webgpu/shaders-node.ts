/** The shaders as files, for tools and tests in Node. */

import { readFileSync } from 'node:fs';
import { WaymarkError } from '../../core/errors.ts';
import type { ShaderSources } from './shader-sources.ts';

const FOLDER = new URL('../../../shaders/', import.meta.url);

export const nodeShaders: ShaderSources = (name) => {
  try {
    return readFileSync(new URL(`${name}.wgsl`, FOLDER), 'utf8');
  } catch (error) {
    throw new WaymarkError('not-found', `There is no shader ${name}.`, '', { cause: error });
  }
};

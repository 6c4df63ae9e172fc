import { describe, expect, it } from 'vitest';
import { newRunFolder, runFolder } from './run-folder.ts';

describe('the folder of a run', () => {
  it('is named after preset and seed, and numbered where that is taken', () => {
    const taken = ['runs/code-lake-seed-1', 'runs/code-lake-seed-1-2'];
    expect(newRunFolder('code-lake', 2, (folder) => taken.includes(folder))).toBe('runs/code-lake-seed-2');
    expect(newRunFolder('code-lake', 1, (folder) => taken.includes(folder))).toBe('runs/code-lake-seed-1-3');
  });

  it('is a run in the store of the folder above', () => {
    expect(runFolder('/tmp/somewhere/otter/')).toMatchObject({ root: '/tmp/somewhere', run: 'otter' });
  });
});

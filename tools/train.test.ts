import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, type Finished } from '../test/command.ts';

/** Starting Node with the engine takes seconds, and several on a busy machine. */
const TIMEOUT = 240_000;

const TINY = ['packs=2', 'groupSize=4', 'tasks=2', 'evaluationPacks=1', 'evaluationEvery=2', 'learningRate=0.05'];
const BASE = 'test/fixtures/reference/base';
const ITERATIONS = 4;

describe('npm run train', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waymark-train-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  function train(run: string, workers: number, interruptAfter?: string): Promise<Finished> {
    const recipe = [
      '--seed',
      '3',
      '--iterations',
      String(ITERATIONS),
      ...TINY.flatMap((setting) => ['--set', setting]),
    ];
    const place = ['--base', BASE, '--out', join(folder, run), '--packs', '3', '--workers', String(workers)];
    return command('train', [...recipe, ...place], interruptAfter);
  }

  function finalState(run: string): Promise<Buffer> {
    return readFile(join(folder, run, 'checkpoints', `00000${ITERATIONS}`, 'state.safetensors'));
  }

  it(
    'saves on Ctrl-C, and resumes to the bits of a run that never stopped',
    async () => {
      const whole = await train('whole', 1);
      expect(whole.code, whole.errors).toBe(0);
      const kinds = whole.lines.slice(0, -1).map((line) => (JSON.parse(line) as { type: string }).type);
      expect(kinds.filter((kind) => kind !== 'condition')).toEqual([
        'started',
        'iteration',
        'iteration',
        'evaluation',
        'iteration',
        'iteration',
        'evaluation',
        'finished',
      ]);
      const result = JSON.parse(whole.lines.at(-1) ?? '') as Record<string, unknown>;
      expect(Object.keys(result)).toEqual(['environment', 'packs', 'success', 'rise', 'lift', 'seconds']);

      const stopped = await train('stopped', 0, '"type":"iteration"');
      expect(stopped.code, stopped.errors).toBe(130);
      expect(stopped.errors).toContain('Go on with --resume');
      expect(stopped.lines.filter((line) => line.includes('"finished"'))).toEqual([]);

      const place = ['--base', BASE, '--packs', '3', '--workers', '1'];
      const resumed = await command('train', ['--resume', join(folder, 'stopped'), ...place]);
      expect(resumed.code, resumed.errors).toBe(0);
      expect(resumed.lines[0]).toContain('"type":"resumed"');
      expect((await finalState('stopped')).equals(await finalState('whole'))).toBe(true);
      const again = JSON.parse(resumed.lines.at(-1) ?? '') as Record<string, unknown>;
      expect({ ...again, seconds: 0 }).toEqual({ ...result, seconds: 0 });

      const evaluated = await command('evaluate', [
        '--run',
        join(folder, 'whole'),
        '--base-folder',
        BASE,
        '--packs',
        '3',
      ]);
      expect(evaluated.code, evaluated.errors).toBe(0);
      expect({ ...(JSON.parse(evaluated.lines.at(-1) ?? '') as object), seconds: 0 }).toEqual({
        ...result,
        seconds: 0,
      });
    },
    TIMEOUT,
  );

  it(
    'refuses in one line what cannot be trained',
    async () => {
      const refused = await command('train', ['--set', 'groupSize=1']);
      expect(refused.code).toBe(1);
      expect(refused.errors).toContain('Recipe: groupSize must be a whole number from 2 to 64; it is 1.');
      const unknown = await command('evaluate', ['--packs', '3']);
      expect(unknown.errors).toContain('Give --run DIR, --adapter DIR or --base.');
      const engine = await command('train', ['--engine', 'cuda', '--base', BASE]);
      expect(engine.errors.trim()).toBe(
        'There is no engine "cuda" here. Use --engine onnx, --engine wasm or --engine webgpu.',
      );
    },
    TIMEOUT,
  );

  // Elsewhere the system always has an adapter.
  it.runIf(process.platform === 'linux')(
    'says what to install where a graphics device is asked for and there is none',
    async () => {
      const refused = await command('train', ['--engine', 'webgpu', '--base', BASE, '--out', join(folder, 'none')]);
      expect(refused.code).toBe(1);
      expect(refused.errors).toContain('install a Vulkan driver');
      expect(refused.lines).toEqual(['']);
    },
    TIMEOUT,
  );
});

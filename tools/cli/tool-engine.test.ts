/** Protects commands against devices that fail: their work begins again, on an engine that is there. */

import { expect, it } from 'vitest';
import { WaymarkError } from '../../src/core/errors.ts';
import { EngineSupply, type LivingEngine } from '../../src/engines/engine-supply.ts';
import { TableEngine } from '../../src/learning/testing/table-engine.ts';
import { testBase } from '../../src/learning/testing/test-base.ts';
import { DEFAULT_LORA } from '../../src/policy/lora.ts';
import { failureSentence, ToolEngine, type ToolPlayer } from './tool-engine.ts';

function living(name: 'webgpu' | 'onnx-native'): LivingEngine & { lose: () => void } {
  let lose: () => void = () => undefined;
  const death = new Promise<never>((_, reject) => {
    lose = () => reject(new WaymarkError('gpu-lost', 'The graphics device was lost.'));
  });
  const engine = Object.assign(new TableEngine({}), { description: { name, detail: name } });
  return { engine, death, paths: [], lose };
}

it('keeps its player as long as the engine lives, and gives work another when it dies', async () => {
  const devices = [living('webgpu'), living('webgpu')];
  const left = [...devices];
  const engine = new ToolEngine(
    new EngineSupply({
      openDevice: async () => left.shift() ?? living('webgpu'),
      openPortable: async () => living('onnx-native'),
      deviceRequired: true,
    }),
    testBase,
    DEFAULT_LORA,
  );
  const said: string[] = [];
  const players: ToolPlayer[] = [];
  const work = (player: ToolPlayer): Promise<string> => {
    players.push(player);
    return player.alive(
      player.engine.description.name === 'webgpu' ? new Promise(() => undefined) : Promise.resolve('done'),
    );
  };
  const result = engine.rescued(work, (failure) => {
    said.push(failureSentence(failure, 12));
  });
  for (const device of devices) {
    await expect.poll(() => players.at(-1)?.engine).toBe(device.engine);
    device.lose();
  }
  expect(await result).toBe('done');
  expect(said).toEqual([
    'The graphics device was lost. Going on from iteration 12 on a new device.',
    'The graphics device was lost. Going on from iteration 12 on the portable engine.',
  ]);
  await engine.rescued(work, () => undefined);
  expect(players).toHaveLength(4);
  expect(players[3]).toBe(players[2]);
  await engine.close();
});

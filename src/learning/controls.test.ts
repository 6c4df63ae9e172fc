import { describe, expect, it } from 'vitest';
import { TaskEnvironment } from '../environments/task-environment.ts';
import { drawStrangers, oracleNotes, readsWhatIsWritten } from './controls.ts';

const LEFT = [{ key: 'left', value: ['b1'] }];
const RIGHT = [{ key: 'left', value: ['b2'] }];

describe('strangers', () => {
  it('live in worlds with other facts, also where many packs share a world', () => {
    const facts = Array.from({ length: 40 }, (_, life) => (life % 4 === 0 ? RIGHT : LEFT));
    for (let seed = 0; seed < 10; seed++) {
      drawStrangers(facts, seed).forEach((stranger, life) => expect(facts[stranger]).not.toBe(facts[life]));
    }
  });

  it('are drawn by seed, from all that qualify', () => {
    const facts = Array.from({ length: 40 }, (_, life) => (life % 2 === 0 ? RIGHT : LEFT));
    expect(drawStrangers(facts, 1)).toEqual(drawStrangers(facts, 1));
    expect(drawStrangers(facts, 2)).not.toEqual(drawStrangers(facts, 1));
    const drawn = Array.from({ length: 20 }, (_, seed) => drawStrangers(facts, seed)[0]);
    expect(new Set(drawn).size).toBeGreaterThan(8);
  });

  it('are not to be had where all worlds are the same', () => {
    expect(() => drawStrangers([LEFT, [...LEFT]], 1)).toThrow('share one world');
  });
});

describe('controls', () => {
  it('read what was written, or not', () => {
    expect((['kept', 'erased', 'shuffled', 'oracle'] as const).map(readsWhatIsWritten)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('give the oracle every fact that fits into the notes', () => {
    const house = new TaskEnvironment('text-house/8x8');
    house.reset({ world: 5, task: 0 });
    expect(oracleNotes(house.facts())).toHaveLength(16);
    const ten = Array.from({ length: 10 }, (_, index) => ({ key: `key${index}`, value: ['value'] }));
    expect(oracleNotes(ten)).toHaveLength(18);
  });
});

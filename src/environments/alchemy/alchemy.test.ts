import { describe, expect, it } from 'vitest';
import { PURPOSE, RandomStream } from '../../core/random.ts';
import { alchemy } from './alchemy.ts';
import { PAIRS, type AlchemyTask, type AlchemyWorld } from './rules.ts';

/** Pairs in order: fire water, fire earth, fire air, water earth, water air, earth air. */
const WORLD: AlchemyWorld = { products: ['steam', 'lava', 'smoke', 'mud', 'rain', 'dust'] };
const TASK: AlchemyTask = { wanted: 'mud', turnLimit: 2 };

function play(...turns: string[]) {
  let state = alchemy.reset(WORLD, TASK);
  const results = turns.map((turn) => {
    const { state: next, ...result } = alchemy.step(state, turn.split(' '));
    state = next;
    return result;
  });
  return { state, results, last: results[results.length - 1] };
}

describe('alchemy', () => {
  it('has the six pairs of four elements', () => {
    expect(PAIRS.map((pair) => pair.join(' '))).toEqual([
      'fire water',
      'fire earth',
      'fire air',
      'water earth',
      'water air',
      'earth air',
    ]);
  });

  it('opens with the wanted product', () => {
    expect(alchemy.openingWords(alchemy.reset(WORLD, TASK))).toEqual(['mud']);
  });

  it('says what came out, whichever element is named first', () => {
    expect(play('hm fire air').last.observation).toEqual(['smoke']);
    expect(play('mud air fire').last.observation).toEqual(['smoke']);
    expect(alchemy.logWords(play('mud air fire').state).join(' ')).toBe('smoke fire air');
  });

  it('rewards the wanted product', () => {
    expect(play('hm fire air', 'mud earth water').last).toMatchObject({
      reward: 1,
      terminated: true,
      truncated: false,
      info: { outcome: 'made' },
    });
  });

  it('is cut off after two tries', () => {
    expect(play('hm fire air', 'hm earth air').last).toMatchObject({
      reward: 0,
      terminated: false,
      truncated: true,
      info: { outcome: 'out-of-turns' },
    });
  });

  it('makes nothing of an element with itself', () => {
    const { last, state } = play('hm fire fire');
    expect(last.observation).toEqual(['nil']);
    expect(alchemy.logWords(state)).toEqual([]);
  });

  it('writes facts product first, and reads them in that order only', () => {
    expect(alchemy.facts(WORLD)[2]).toEqual({ key: 'smoke', value: ['fire', 'air'] });
    expect(alchemy.parseFacts('fire air smoke fire air mud air water mud water air'.split(' '))).toEqual([
      { key: 'smoke', value: ['fire', 'air'] },
      { key: 'mud', value: ['water', 'air'] },
    ]);
  });

  it('says the same at first whatever the recipes', () => {
    const other: AlchemyWorld = { products: [...WORLD.products].reverse() };
    const first = (world: AlchemyWorld) => alchemy.openingWords(alchemy.reset(world, TASK));
    expect(first(other)).toEqual(first(WORLD));
  });

  it('draws cookbooks in which every product has one pair', () => {
    const seen = new Set<string>();
    for (let index = 0; index < 200; index++) {
      const { products } = alchemy.drawWorld('4x6', new RandomStream(7, PURPOSE.world, index));
      expect([...products].sort()).toEqual([...WORLD.products].sort());
      seen.add(products.join(' '));
    }
    // 200 draws from 720: 175 different ones are expected.
    expect(seen.size).toBeGreaterThan(150);
  });

  it('gives one more try at the long level', () => {
    const draw = (level: string) => alchemy.drawTask(level, WORLD, new RandomStream(8, PURPOSE.task));
    expect(alchemy.turnLimit(draw('4x6'))).toBe(2);
    expect(alchemy.turnLimit(draw('4x6-long'))).toBe(3);
  });
});

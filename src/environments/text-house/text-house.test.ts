import { describe, expect, it } from 'vitest';
import { PURPOSE, RandomStream } from '../../core/random.ts';
import { OBJECTS, type HouseTask, type HouseWorld } from './rules.ts';
import { textHouse } from './text-house.ts';

const WORLD: HouseWorld = {
  homes: {
    mug: 'fridge',
    pen: 'sofa',
    key: 'fridge',
    book: 'box',
    lamp: 'closet',
    sock: 'box',
    apple: 'drawer',
    phone: 'shelf',
  },
};
const TASK: HouseTask = { wanted: 'key', target: 'bed', turnLimit: 4 };

function play(...turns: string[]) {
  let state = textHouse.reset(WORLD, TASK);
  const results = turns.map((turn) => {
    const { state: next, ...result } = textHouse.step(state, turn.split(' '));
    state = next;
    return result;
  });
  return { state, results, last: results[results.length - 1] };
}

describe('the text house', () => {
  it('opens with the wanted object and the target', () => {
    expect(textHouse.openingWords(textHouse.reset(WORLD, TASK))).toEqual(['key', 'bed']);
  });

  it('shows who lives at a place, at most two, and whether the wanted object is among them', () => {
    expect(play('hm fridge').last.observation.join(' ')).toBe('got mug key');
    expect(play('hm box').last.observation.join(' ')).toBe('no book sock');
    expect(play('key sofa').last.observation.join(' ')).toBe('no pen none');
    expect(play('hm cabinet').last.observation.join(' ')).toBe('no none none');
  });

  it('rewards the object on its target, and nothing else', () => {
    expect(play('hm fridge', 'put bed').last).toMatchObject({
      observation: ['ok', 'none', 'none'],
      reward: 1,
      terminated: true,
      info: { outcome: 'delivered' },
    });
    expect(play('put bed').last).toMatchObject({ observation: ['no', 'none', 'none'], reward: 0, terminated: false });
    expect(play('hm fridge', 'put desk').last).toMatchObject({ observation: ['no', 'none', 'none'], reward: 0 });
    expect(play('hm fridge', 'put fridge').last).toMatchObject({ observation: ['no', 'none', 'none'], reward: 0 });
  });

  it('keeps the object in hand after a wrong put and further visits', () => {
    expect(play('hm fridge', 'put desk', 'hm sofa', 'put bed').last.reward).toBe(1);
  });

  it('puts at a target named after any wish', () => {
    expect(play('hm fridge', 'hm bed').last.reward).toBe(1);
  });

  it('allows three visits and one put', () => {
    expect(play('hm sofa', 'hm box', 'hm fridge', 'put bed').last.reward).toBe(1);
    expect(play('hm sofa', 'hm box', 'hm shelf', 'hm fridge').last).toMatchObject({
      reward: 0,
      terminated: false,
      truncated: true,
      info: { outcome: 'out-of-turns' },
    });
  });

  it('logs object and place of all that was seen, and empty places', () => {
    expect(textHouse.logWords(play('hm cabinet', 'put desk', 'hm weather', 'hm fridge').state).join(' ')).toBe(
      'none cabinet mug fridge key fridge',
    );
    expect(textHouse.parseFacts(['none', 'cabinet', 'mug', 'fridge'])).toEqual([{ key: 'mug', value: ['fridge'] }]);
  });

  it('says the same at first wherever things are', () => {
    const other: HouseWorld = { homes: { ...WORLD.homes, key: 'closet' } };
    const first = (world: HouseWorld) => textHouse.openingWords(textHouse.reset(world, TASK));
    expect(first(other)).toEqual(first(WORLD));
  });

  it('houses at most two objects at a place, and uses every place', () => {
    const used = new Set<string>();
    let shared = 0;
    for (let index = 0; index < 300; index++) {
      const { homes } = textHouse.drawWorld('8x8', new RandomStream(5, PURPOSE.world, index));
      const counts = new Map<string, number>();
      for (const object of OBJECTS) counts.set(homes[object], (counts.get(homes[object]) ?? 0) + 1);
      expect(Math.max(...counts.values())).toBeLessThanOrEqual(2);
      if (homes.mug === homes.pen) shared += 1;
      for (const place of counts.keys()) used.add(place);
    }
    expect(used.size).toBe(8);
    // Two given objects share a place with probability 1/15: 20 of 300, standard deviation 4.3.
    expect(Math.abs(shared - 20)).toBeLessThan(4 * 4.3);
  });

  it('gives one more visit at the long level', () => {
    const draw = (level: string) => textHouse.drawTask(level, WORLD, new RandomStream(6, PURPOSE.task));
    expect(textHouse.turnLimit(draw('8x8'))).toBe(4);
    expect(textHouse.turnLimit(draw('8x8-long'))).toBe(5);
  });
});

import { expect, it } from 'vitest';
import type { AlchemyScene, HouseScene, LakeScene } from '../../environments/scene.ts';
import { sceneInWords } from './picture-words.ts';

const LAKE: LakeScene = {
  kind: 'lake',
  size: 4,
  start: [0, 0],
  goal: [3, 1],
  holes: [
    [1, 1],
    [2, 3],
  ],
  walker: [2, 1],
  buttons: { b1: 'down', b2: 'up', b3: 'left', b4: 'right' },
  turnsLeft: 2,
};

const HOUSE: HouseScene = {
  kind: 'house',
  wanted: 'lamp',
  target: 'bench',
  homes: { lamp: 'fridge' },
  at: 'fridge',
  visited: ['box', 'fridge'],
  carrying: true,
  turnsLeft: 1,
};

const BENCH: AlchemyScene = {
  kind: 'alchemy',
  wanted: 'smoke',
  recipes: [],
  tried: [['fire', 'water', 'mud']],
  turnsLeft: 1,
};

it('says where everything on the lake is, and what is dangerous', () => {
  const words = sceneInWords(LAKE, []);
  expect(words).toContain('A frozen lake, 4 by 4.');
  expect(words).toContain('The agent is in row 3, column 2; the flag is in row 4, column 2.');
  expect(words).toContain('Holes: row 2, column 2 and row 3, column 4.');
  expect(words).toContain('Next to a hole: above.');
  expect(words).toContain('2 moves left.');
});

it('never gives the hidden facts away', () => {
  for (const word of ['b1', 'b4']) expect(sceneInWords(LAKE, [])).not.toContain(word);
  expect(sceneInWords({ ...HOUSE, at: null, visited: [], carrying: false }, [])).not.toContain('fridge');
});

it('says when it has fallen in and when it has arrived', () => {
  expect(sceneInWords({ ...LAKE, walker: [1, 1] }, [])).toContain('has fallen into the hole in row 2, column 2');
  expect(sceneInWords({ ...LAKE, walker: [3, 1] }, [])).toContain('The agent stands at the flag');
});

it('describes house and bench', () => {
  expect(sceneInWords(HOUSE, [])).toContain(
    'Its task: bring the lamp to the bench. The agent stands at the fridge. It has the lamp. It has looked in: box and fridge.',
  );
  expect(sceneInWords(BENCH, [])).toContain('Its task: make smoke. So far: fire and water made mud. 1 try left.');
});

import { expect, it } from 'vitest';
import { PLACES, TARGETS } from '../../environments/text-house/rules.ts';
import { FURNITURE, PLAN_HEIGHT, PLAN_WIDTH, walkBetween } from './house-plan.ts';

it('has every place of the environment, to look in or to put things, and no other', () => {
  const used = (use: string): string[] => Object.keys(FURNITURE).filter((name) => FURNITURE[name].use === use);
  expect(used('open').sort()).toEqual([...PLACES].sort());
  expect(used('put').sort()).toEqual([...TARGETS].sort());
});

it('keeps furniture inside the house and apart', () => {
  const pieces = Object.entries(FURNITURE);
  for (const [name, piece] of pieces) {
    expect(piece.x + piece.width, name).toBeLessThan(PLAN_WIDTH);
    expect(piece.y + piece.height, name).toBeLessThan(PLAN_HEIGHT);
    for (const [other, second] of pieces) {
      if (other === name) continue;
      const apart =
        piece.x + piece.width <= second.x ||
        second.x + second.width <= piece.x ||
        piece.y + piece.height <= second.y ||
        second.y + second.height <= piece.y;
      expect(apart, `${name} and ${other}`).toBe(true);
    }
  }
});

it('walks from room to room through doors', () => {
  expect(walkBetween([null, 'sofa'])).toHaveLength(2);
  expect(walkBetween(['fridge', 'drawer'])).toEqual([FURNITURE.fridge.stand, [180, 128], FURNITURE.drawer.stand]);
  const across = walkBetween(['cabinet', 'closet']);
  expect(across).toHaveLength(4);
  expect(walkBetween(['closet', 'cabinet'])).toHaveLength(4);
  expect(walkBetween(['sofa', 'shelf'])).toHaveLength(4);
  expect(walkBetween(['shelf', 'sofa'])).toHaveLength(4);
});

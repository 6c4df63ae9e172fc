/** Protects that a library runs the fastest of its ways that is right, and that one without a right way stops it all. */

import { expect, it } from 'vitest';
import { chooseVariant } from './entrants.ts';

interface Way {
  readonly name: string;
  readonly detail: string;
  readonly milliseconds: number;
  readonly right: boolean;
  close(): Promise<void>;
}

function setUp(...ways: readonly (readonly [milliseconds: number, right: boolean])[]) {
  const closed: string[] = [];
  let time = 0;
  const variants = ways.map(([milliseconds, right], index) => async (): Promise<Way> => {
    const detail = `way ${index}`;
    return { name: 'library', detail, milliseconds, right, close: async () => void closed.push(detail) };
  });
  const choice = chooseVariant(
    { name: 'library', variants },
    {
      check: async ({ detail, right }: Way) => {
        if (!right) throw new Error(`${detail} is wrong`);
      },
      run: async ({ milliseconds }) => {
        time += milliseconds;
      },
      now: () => time,
    },
  );
  return { choice, closed };
}

it('takes the fastest, closes the others and says so', async () => {
  const { choice, closed } = setUp([20, true], [10, true], [30, true]);
  const { contender, omissions } = await choice;
  expect(contender.detail).toBe('way 1');
  expect(closed).toEqual(['way 0', 'way 2']);
  expect(omissions.map(({ what }) => what)).toEqual(['way 0', 'way 2']);
});

it('takes no way that is wrong, however fast', async () => {
  const { choice } = setUp([20, true], [1, false]);
  const { contender, omissions } = await choice;
  expect(contender.detail).toBe('way 0');
  expect(omissions).toEqual([{ what: 'way 1', why: 'way 1 is wrong' }]);
});

it('fails with the defect where no way is right', async () => {
  await expect(setUp([1, false], [2, false]).choice).rejects.toThrow('way 1 is wrong');
});

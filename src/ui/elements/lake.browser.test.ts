import { html } from 'lit';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanup, render } from 'vitest-browser-lit/pure';
import { replayLife } from '../replay/replay.ts';
import type { Still } from '../replay/still.ts';
import { scriptedLife } from '../testing/scripted-lives.ts';
import './lake.ts';
import type { WmLake } from './lake.ts';

afterEach(cleanup);

const stills = replayLife(scriptedLife('code-lake/4x4:3x3'));

async function draw(still: Still, claims: WmLake['claims'] = []): Promise<WmLake> {
  if (still.scene.kind !== 'lake') throw new Error('not a lake');
  const { container } = render(
    html`<wm-lake .scene=${still.scene} .moves=${still.moves} .claims=${claims} .carriesNote=${still.notes.length > 0}>
    </wm-lake>`,
  );
  const lake = container.querySelector('wm-lake');
  if (!lake) throw new Error('no lake');
  await lake.updateComplete;
  return lake;
}

function count(lake: WmLake, selector: string): number {
  return lake.shadowRoot?.querySelectorAll(selector).length ?? 0;
}

/** The middle of a drawn part, in pixels. */
function middle(lake: WmLake, selector: string): readonly [number, number] {
  const box = lake.shadowRoot?.querySelector(selector)?.getBoundingClientRect();
  if (!box) throw new Error(`no ${selector}`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

describe('the lake', () => {
  it('draws every cell, every hole and the flag', async () => {
    const lake = await draw(stills[0]);
    expect(count(lake, '.ice')).toBe(16);
    expect(count(lake, '.water')).toBe(3);
    expect(count(lake, '.flag')).toBe(1);
  });

  it('has a text twin that says where the walker is', async () => {
    const lake = await draw(stills[0]);
    const label = lake.shadowRoot?.querySelector('svg')?.getAttribute('aria-label');
    expect(label).toMatch(/^A frozen lake, 4 by 4\. The agent is in row \d, column \d; the flag is in row \d/);
  });

  it('lights what the agent can see: its own cell and those beside it', async () => {
    const still = stills[0];
    if (still.scene.kind !== 'lake') throw new Error('not a lake');
    const [row, column] = still.scene.walker;
    const beside = [row > 0, row < 3, column > 0, column < 3].filter(Boolean).length;
    expect(count(await draw(still), '.lit')).toBe(1 + beside);
  });

  it('hides in haze what the agent neither sees nor has walked on', async () => {
    const still = stills.findLast((one) => one.kind === 'move');
    if (still?.scene.kind !== 'lake') throw new Error('not a lake');
    const { start, walker, holes } = still.scene;
    const walked = still.moves.map(({ after }) => (after.kind === 'lake' ? after.walker : walker));
    const clear = new Set([start, ...walked, ...holes].map(String));
    for (const [down, right] of [
      [0, 1],
      [0, -1],
      [1, 0],
      [-1, 0],
    ]) {
      const [row, column] = [walker[0] + down, walker[1] + right];
      if (row >= 0 && column >= 0 && row < 4 && column < 4) clear.add(String([row, column]));
    }
    expect(count(await draw(still), '.haze')).toBe(16 - clear.size);
  });

  it('puts the walker where the buttons have brought it', async () => {
    const last = stills.at(-1);
    if (last?.scene.kind !== 'lake') throw new Error('not a lake');
    const lake = await draw(last);
    const [x, y] = middle(lake, '.bot-body');
    const [flagX, flagY] = middle(lake, '.flag');
    const cell = lake.getBoundingClientRect().width / 4;
    expect(Math.hypot(x - flagX, y - flagY)).toBeLessThan(cell);
  });

  it('marks each button pressed, and in yellow those that the notes name', async () => {
    const still = stills.findLast((one) => one.kind === 'move' && one.position === 1);
    if (!still) throw new Error('no second task');
    const pressed = new Set(still.moves.map((move) => move.turn[1]));
    const lake = await draw(still, [{ key: 'left', value: ['b4'] }]);
    const tags = [...(lake.shadowRoot?.querySelectorAll('.press') ?? [])].map((tag) => tag.textContent.trim());
    expect(new Set(tags)).toEqual(pressed);
    const known = [...(lake.shadowRoot?.querySelectorAll('.press:has(.known)') ?? [])];
    expect(known.map((tag) => tag.textContent.trim())).toEqual(tags.filter((tag) => tag === 'b4'));
  });

  it('shows a note under its arm only when it carries one', async () => {
    expect(count(await draw(stills[0]), '.paper')).toBe(0);
    const second = stills.find((still) => still.position === 1);
    if (!second) throw new Error('no second task');
    expect(count(await draw(second), '.paper')).toBe(1);
  });
});

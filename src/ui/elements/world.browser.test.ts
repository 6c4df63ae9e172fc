import { html } from 'lit';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-lit/pure';
import { replayLife } from '../replay/replay.ts';
import type { Still } from '../replay/still.ts';
import { scriptedLife } from '../testing/scripted-lives.ts';
import './world.ts';

afterEach(cleanup);

function show(still: Still | null): void {
  render(html`<wm-world .still=${still}></wm-world>`);
}

/** The elements that match, through the shadow of the world and of its picture. */
function drawn(picture: string, selector: string): readonly Element[] {
  const world = document.querySelector('wm-world');
  const root = world?.shadowRoot?.querySelector(picture)?.shadowRoot;
  return [...(root?.querySelectorAll(selector) ?? [])];
}

function words(elements: readonly Element[]): readonly string[] {
  return elements.map((element) => element.textContent.replaceAll(/\s+/g, ' ').trim());
}

describe('the house', () => {
  const stills = replayLife(scriptedLife('text-house/8x8:4x3'));
  const second = stills.filter((still) => still.position === 1);

  it('pins what the notes claim to the places, one pin for each', async () => {
    show(second[0]);
    await expect.element(page.getByRole('img', { name: /^A house of four rooms/ })).toBeVisible();
    expect(new Set(words(drawn('wm-house', '.pin-text')))).toEqual(new Set(['lamp', 'apple', 'pen', 'book']));
    expect(drawn('wm-house', 'rect.pin:not([width="24"])')).toHaveLength(2);
  });

  it('marks the pin that is being read, and what the agent carries', async () => {
    show(second[1]);
    await expect.element(page.getByText(/Its notes say/)).toBeVisible();
    expect(drawn('wm-house', '.pin.reading')).toHaveLength(1);
    expect(words(drawn('wm-house', '.load-text'))).toEqual(['lamp']);
    expect(drawn('wm-house', '.searched')).toHaveLength(1);
  });
});

describe('the bench', () => {
  const stills = replayLife(scriptedLife('alchemy/4x6:5x3'));

  it('shows the order, what was mixed and what came of it', async () => {
    show(stills.find((still) => still.position === 1 && still.ending !== null) ?? null);
    await expect.element(page.getByRole('img', { name: /^A bench with four jars/ })).toBeVisible();
    expect(words(drawn('wm-alchemy', '.order-text'))).toEqual(['steam']);
    expect(words(drawn('wm-alchemy', '.try'))).toEqual(['earth + air = lava', 'fire + earth = steam']);
    expect(drawn('wm-alchemy', '.right')).toHaveLength(1);
    expect(drawn('wm-alchemy', '.wrong')).toHaveLength(1);
  });

  it('tags the order with what the notes say of it', async () => {
    show(stills.find((still) => still.position === 2) ?? null);
    await expect.element(page.getByText(/It is asked for/)).toBeVisible();
    expect(words(drawn('wm-alchemy', '.claim-text'))).toEqual(['earth air']);
  });
});

describe('any world', () => {
  it('has its picture in words', async () => {
    show(replayLife(scriptedLife('code-lake/4x4:3x2'))[0]);
    await page.getByText('The picture in words').click();
    await expect.element(page.getByText(/The agent is in row \d, column \d/)).toBeVisible();
  });

  it('says so while there is no life to show', async () => {
    show(null);
    await expect.element(page.getByText('The first life is on its way.')).toBeVisible();
  });
});

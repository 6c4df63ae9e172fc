import { html, render } from 'lit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import './announcer.ts';
import type { WmAnnouncer } from './announcer.ts';

let container: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  container = document.createElement('div');
  document.body.append(container);
});

afterEach(() => {
  container.remove();
  vi.useRealTimers();
});

async function say(message: string, prompt = false): Promise<WmAnnouncer> {
  render(html`<wm-announcer .message=${message} .prompt=${prompt}></wm-announcer>`, container);
  const announcer = container.querySelector('wm-announcer');
  if (!announcer) throw new Error('no announcer');
  await announcer.updateComplete;
  return announcer;
}

async function heard(announcer: WmAnnouncer): Promise<string | undefined> {
  await announcer.updateComplete;
  return announcer.shadowRoot?.querySelector('[aria-live="polite"]')?.textContent;
}

it('says no more than can be listened to, and the latest in the end', async () => {
  vi.advanceTimersByTime(10_000);
  const announcer = await say('Move 1.');
  expect(await heard(announcer)).toBe('Move 1.');
  vi.advanceTimersByTime(1000);
  await say('Move 2.');
  await say('Move 3.');
  expect(await heard(announcer)).toBe('Move 1.');
  vi.advanceTimersByTime(5000);
  expect(await heard(announcer)).toBe('Move 3.');
});

it('answers every step that the visitor takes', async () => {
  vi.advanceTimersByTime(10_000);
  const announcer = await say('Move 1.', true);
  await say('Move 2.', true);
  expect(await heard(announcer)).toBe('Move 2.');
});

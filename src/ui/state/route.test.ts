/** Protects addresses: what a link names is what opens. */

import { describe, expect, it } from 'vitest';
import { formatRoute, HOME, parseRoute } from './route.ts';

describe('the route of a fragment', () => {
  it('names the screen, what it shows and the settings', () => {
    const route = parseRoute('#lesson=notes-help&hide=seed%2Crank');
    expect(route).toEqual({ screen: 'lesson', item: 'notes-help', settings: new Map([['hide', 'seed,rank']]) });
    expect(parseRoute('#train')).toEqual({ screen: 'train', item: null, settings: new Map() });
  });

  it('leads home where no screen is named, and keeps the settings', () => {
    expect(parseRoute('')).toEqual(HOME);
    expect(parseRoute('#hide=seed')).toEqual({ ...HOME, settings: new Map([['hide', 'seed']]) });
  });

  it('hands on whatever a shared link can carry, as it stands', () => {
    const payload = Array.from({ length: 65536 }, (_, index) => 'AZaz09-_'[index % 8]).join('');
    expect(parseRoute(`#open=${payload}`).item).toBe(payload);
    expect(formatRoute(parseRoute(`#open=${payload}&lang=ru`))).toBe(`#open=${payload}&lang=ru`);
  });

  it.each(['', '#train', '#lesson=notes-help', '#lab&hide=seed%2Crank', '#watch&v=1'])(
    '%s is written as it was read',
    (fragment) => {
      expect(formatRoute(parseRoute(fragment))).toBe(fragment);
    },
  );
});

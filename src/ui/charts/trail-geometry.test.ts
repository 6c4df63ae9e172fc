import { expect, it } from 'vitest';
import { replayLife } from '../replay/replay.ts';
import { scriptedLife } from '../testing/scripted-lives.ts';
import { trailOf } from './trail-geometry.ts';

const stills = replayLife(scriptedLife('code-lake/4x4:3x3'));

it('lays the stills out in order, within the line', () => {
  for (const width of [180, 320, 900]) {
    const { stops, start, end } = trailOf(stills, width);
    const places = stops.map((stop) => stop.x);
    expect([...places].sort((one, other) => one - other)).toEqual(places);
    expect(places[0]).toBe(start);
    expect(places.at(-1)).toBeLessThanOrEqual(end);
    expect(new Set(places).size).toBe(places.length);
  }
});

it('ends every task with a mark that says how it went', () => {
  expect(trailOf(stills, 900).stops.map((stop) => stop.kind)).toEqual([
    ...['start', 'failed', 'writing'],
    ...['start', 'move', 'move', 'solved', 'writing'],
    ...['start', 'move', 'move', 'move', 'move', 'move', 'move', 'move', 'solved'],
  ]);
});

it('makes marks smaller rather than let them overlap', () => {
  const long = replayLife(scriptedLife('code-lake/4x4:3x8'));
  const { stops, mark } = trailOf(long, 240);
  const marks = stops.filter((stop) => ['solved', 'failed', 'writing'].includes(stop.kind)).map((stop) => stop.x);
  const nearest = Math.min(...marks.slice(1).map((x, index) => x - marks[index]));
  expect(nearest).toBeGreaterThanOrEqual(2 * mark);
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseRecording } from './recording.ts';

const FIXTURE = new URL('../../test/fixtures/recorded/scripted-code-lake.json', import.meta.url);

interface Json {
  [key: string]: unknown;
  lives: { pack: string; episodes: { kind: string }[]; uses?: unknown }[];
}

function fixture(): Json {
  return JSON.parse(readFileSync(FIXTURE, 'utf8')) as Json;
}

describe('parseRecording', () => {
  it('reads a recording as it was written', () => {
    expect(parseRecording(fixture())).toEqual(fixture());
  });

  it('names the part that does not fit', () => {
    const without = fixture();
    delete without.evaluation;
    expect(() => parseRecording(without)).toThrow(/Recording: evaluation/);
    expect(() => parseRecording({ ...fixture(), version: 1 })).toThrow(/Recording: version/);
    expect(() => parseRecording(null)).toThrow(/Recording: the file/);
  });

  it('refuses lives that no environment can replay', () => {
    const strange = fixture();
    strange.lives[1].pack = 'atlantis/4x4:1x4';
    expect(() => parseRecording(strange)).toThrow(/lives\.1\.pack: must name a pack of an environment there is/);
  });

  it('refuses lives of which nobody asked what their notes caused', () => {
    const unasked = fixture();
    delete unasked.lives[0].uses;
    expect(() => parseRecording(unasked)).toThrow(/lives\.0\.uses/);
  });

  it('refuses a recording without lives', () => {
    expect(() => parseRecording({ ...fixture(), lives: [] })).toThrow(/must hold at least one life/);
  });
});

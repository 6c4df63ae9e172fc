/** Protects what visitors are told about their notes: which words state something, which are unknown, which fit next. */

import { describe, expect, it } from 'vitest';
import { NOTE_BUDGET } from '../../policy/notes.ts';
import { fittingWords, isReadable, noteFacts, readNote, unknownWords, withWord } from './lab-notes.ts';

const LAKE = 'code-lake';

function states(text: string, environment = LAKE): readonly string[] {
  return readNote(text, environment).map((group) => `${group.map(({ word }) => word).join(' ')}: ${group[0].state}`);
}

describe('the facts of an environment', () => {
  it('are all there: four directions by four buttons, eight things by eight places, six products by six pairs', () => {
    expect(['code-lake', 'text-house', 'alchemy'].map((name) => noteFacts(name).length)).toEqual([16, 64, 36]);
  });
});

describe('a note as the agent takes it in', () => {
  it('is cut into facts and words that state nothing', () => {
    expect(states('down b1 b2 up b4 ')).toEqual(['down b1: fact', 'b2: idle', 'up b4: fact']);
    expect(states('smoke fire air', 'alchemy')).toEqual(['smoke fire air: fact']);
  });

  it('marks unknown words, but not the word being typed', () => {
    const groups = readNote('blue down blue b1 ', LAKE);
    expect(unknownWords(groups)).toEqual(['blue']);
    expect(isReadable(groups)).toBe(false);
    expect(states('down b1 u')).toEqual(['down b1: fact', 'u: begun']);
    expect(states('down b1 u ')).toEqual(['down b1: fact', 'u: unknown']);
    expect(isReadable(readNote('down b1 u', LAKE))).toBe(false);
  });

  it('never takes reserved words for known ones', () => {
    expect(states('<end> ')).toEqual(['<end>: unknown']);
  });

  it('is readable up to the budget and not beyond', () => {
    const full = Array.from({ length: NOTE_BUDGET / 2 }, () => 'down b1').join(' ');
    expect(isReadable(readNote(full, LAKE))).toBe(true);
    expect(states(`${full} up b2 `).at(-1)).toBe('up b2: too-many');
    expect(isReadable(readNote('', LAKE))).toBe(false);
  });
});

describe('words that fit next', () => {
  it('begin a fact with a key that is not noted yet', () => {
    expect(fittingWords('', LAKE)).toHaveLength(4);
    expect(fittingWords('down b1 ', LAKE).at(-1)).toBe('down');
  });

  it('go on with the fact that is begun', () => {
    expect([...fittingWords('down ', LAKE)].sort()).toEqual(['b1', 'b2', 'b3', 'b4']);
    const seconds = fittingWords('smoke air ', 'alchemy');
    // Air is never the first of a pair, so that no fact goes on.
    expect(seconds).toContain('steam');
    expect([...fittingWords('smoke water ', 'alchemy')].sort()).toEqual(['air', 'earth']);
  });

  it('begin like the word being typed, whatever the agent knows', () => {
    expect(fittingWords('down b1 le', LAKE)).toEqual(['left']);
    expect(fittingWords('fri', LAKE)).toEqual(['fridge', 'friend']);
    expect(fittingWords('<e', LAKE)).toEqual([]);
  });

  it('take the place of what has been typed of them', () => {
    expect(withWord('', 'up')).toBe('up ');
    expect(withWord('up b', 'b2')).toBe('up b2 ');
    expect(withWord('up ', 'b2')).toBe('up b2 ');
  });
});

import { describe, expect, it } from 'vitest';
import { findEnvironment } from '../../environments/registry.ts';
import { noteLines, notePieces } from './note-lines.ts';

const lake = (words: readonly string[]) => findEnvironment('code-lake').parseFacts(words);
const alchemy = (words: readonly string[]) => findEnvironment('alchemy').parseFacts(words);
const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

const TRUTH = [
  { key: 'up', value: ['b2'] },
  { key: 'down', value: ['b1'] },
];

describe('notePieces', () => {
  it('cuts notes into facts and other words, losing and reordering nothing', () => {
    const notes = words('nice day down b1 tea left b3 left');
    const pieces = notePieces(notes, lake);
    expect(pieces.map((piece) => piece.words.join(' '))).toEqual(['nice day', 'down b1', 'tea', 'left b3', 'left']);
    expect(pieces.map((piece) => piece.fact?.key ?? null)).toEqual([null, 'down', null, 'left', null]);
  });

  it('keeps a fact that is stated twice twice', () => {
    expect(notePieces(words('up b1 up b1 up b2'), lake)).toHaveLength(3);
  });

  it('knows facts of three words', () => {
    const pieces = notePieces(words('mud fire earth rain water'), alchemy);
    expect(pieces.map((piece) => piece.words.join(' '))).toEqual(['mud fire earth', 'rain water']);
  });
});

describe('noteLines', () => {
  const lines = noteLines(words('up b2 left b3 nice'), words('up b2 down b4 down b1'), TRUTH, TRUTH[0], lake);

  it('marks what was kept, what is new and what was dropped, dropped lines last', () => {
    expect(lines.map((line) => `${line.change} ${line.text}`)).toEqual([
      'kept up b2',
      'new left b3',
      'new nice',
      'dropped down b4',
      'dropped down b1',
    ]);
  });

  it('tells true from false, and neither of words that state nothing', () => {
    expect(lines.map((line) => line.truth)).toEqual([true, false, null, false, true]);
  });

  it('marks the line that is in use, and no dropped one', () => {
    expect(lines.map((line) => line.inUse)).toEqual([true, false, false, false, false]);
  });
});

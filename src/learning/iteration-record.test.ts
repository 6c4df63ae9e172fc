import { describe, expect, it } from 'vitest';
import { iterationRecord } from './iteration-record.ts';
import type { LivedLife } from './lives.ts';
import type { SolveRecord, UpdateRecord } from './records.ts';

/** Turns of both tasks of every life. */
const FIRST = [
  ['hm', 'b1'],
  ['up', 'b1'],
  ['hm', 'b1'],
  ['hm', 'b1'],
];
const SECOND = [['hm', 'b2']];

function update(trueFacts: number, writtenFacts: number, notes: readonly string[]): UpdateRecord {
  return { kind: 'update', oldNotes: [], written: notes, notes, valid: true, trueFacts, writtenFacts, worldFacts: 4 };
}

function life(rewards: readonly [number, number], written: UpdateRecord): LivedLife {
  const solve = (turns: readonly (readonly string[])[]): SolveRecord => {
    return { kind: 'solve', notes: [], turns, reward: 0, outcome: '' };
  };
  const solved = { tokens: [1, 2, 3, 4, 5], positions: [3, 4], logProbs: [-1, -1], entropy: 3 };
  const noted = { tokens: [1, 2, 3], positions: [2], logProbs: [-1], entropy: 0.5 };
  return {
    record: { pack: '', control: 'kept', iteration: 9, life: 0, episodes: [solve(FIRST), written, solve(SECOND)] },
    rewards: { solves: rewards, updates: [0] },
    contexts: { solves: [solved, solved], updates: [noted] },
  };
}

const LIVES = [life([1, 1], update(1, 2, ['left', 'b1'])), life([0, 1], update(0, 0, []))];
const TIMES = { rolloutSeconds: 2, trainingSeconds: 3 };

describe('the record of an iteration', () => {
  const row = { tokens: [1, 2, 3, 4], positions: [3], advantages: [1], oldLogProbs: [-1] };
  const steps = [
    {
      batch: { rows: [row, row], normaliser: 2 },
      loss: { loss: 0.2, tokens: 2, clipped: 1, klToOld: 0.3, klToBase: 0.4 },
      step: { gradientNorm: 1 },
    },
    {
      batch: { rows: [row], normaliser: 1 },
      loss: { loss: 0.4, tokens: 1, clipped: 0, klToOld: 0, klToBase: 0.5 },
      step: { gradientNorm: 3 },
    },
  ];
  const record = iterationRecord(9, LIVES, steps, TIMES);

  it('averages lives by position', () => {
    expect(record).toMatchObject({ iteration: 9, lives: 2, success: [0.5, 1], coverage: [0.125], noteLength: [1] });
    expect(record.accuracy).toEqual([0.5]);
  });

  it('has no accuracy where nothing was written', () => {
    const silent = [life([0, 0], update(0, 0, [])), life([0, 0], update(0, 0, []))];
    expect(iterationRecord(1, silent, [], TIMES).accuracy).toEqual([null]);
  });

  it('counts turns by task, and how many of them had been taken before in it', () => {
    expect(record).toMatchObject({ turns: [4, 1], repeats: [0.5, 0] });
  });

  it('gives entropies per generated token', () => {
    expect(record.solveEntropy).toBe(1.5);
    expect(record.updateEntropy).toBe(0.5);
  });

  it('averages over optimiser steps, and over their tokens what is summed over tokens', () => {
    expect(record.loss).toBeCloseTo(0.3, 12);
    expect(record.gradientNorm).toBe(2);
    expect(record.klToOld).toBeCloseTo(0.1, 12);
    expect(record.klToBase).toBeCloseTo(0.3, 12);
    expect(record.clippedShare).toBeCloseTo(1 / 3, 12);
  });

  it('counts tokens: all, generated, trained on', () => {
    expect(record).toMatchObject({ tokensSeen: 26, tokensGenerated: 10, tokensTrained: 12, ...TIMES });
  });
});

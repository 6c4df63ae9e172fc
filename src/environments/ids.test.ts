import { describe, expect, it } from 'vitest';
import { WaymarkError } from '../core/errors.ts';
import { hashText } from '../core/random.ts';
import {
  DIARY_WORLDS,
  EVALUATION_WORLDS,
  TRAINING_WORLDS,
  diaryWorld,
  evaluationWorld,
  formatLevelId,
  formatPackId,
  formatTaskId,
  formatWorldId,
  parseLevelId,
  parsePackId,
  parseTaskId,
  parseWorldId,
  trainingWorld,
} from './ids.ts';
import { TaskEnvironment } from './task-environment.ts';

const LAKE = { environment: 'code-lake', level: '4x4' };

function refusal(action: () => unknown): WaymarkError {
  try {
    action();
  } catch (error) {
    if (error instanceof WaymarkError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('ids', () => {
  it('are read and written alike', () => {
    expect(parseWorldId('code-lake/4x4:17')).toEqual({ ...LAKE, world: 17 });
    expect(parseTaskId('code-lake/4x4:17.3')).toEqual({ ...LAKE, world: 17, task: 3 });
    expect(parsePackId('code-lake/4x4:17x8')).toEqual({ ...LAKE, world: 17, length: 8 });
    expect(formatWorldId(parseWorldId('alchemy/4x6:4294967295'))).toBe('alchemy/4x6:4294967295');
    expect(formatTaskId(parseTaskId('text-house/8x8-long:0.12'))).toBe('text-house/8x8-long:0.12');
    expect(formatPackId(parsePackId('code-lake/6x6:5x1'))).toBe('code-lake/6x6:5x1');
  });

  it('stand for the first level where only an environment is named', () => {
    expect(formatLevelId(parseLevelId('code-lake'))).toBe('code-lake/4x4');
    expect(formatLevelId(parseLevelId('text-house'))).toBe('text-house/8x8');
    expect(formatLevelId(parseLevelId('alchemy'))).toBe('alchemy/4x6');
  });

  it('that are bad are refused with what is allowed', () => {
    const unknown = refusal(() => parseWorldId('code-lagoon/4x4:1'));
    expect(unknown.kind).toBe('bad-id');
    expect(unknown.remedy).toContain('code-lake, text-house, alchemy');
    expect(refusal(() => parseWorldId('code-lake/7x7:1')).remedy).toContain('code-lake/5x5');
    expect(refusal(() => parseWorldId('code-lake/4x4:4294967296')).remedy).toContain('4294967295');
    expect(refusal(() => parsePackId('code-lake/4x4:1x0')).remedy).toContain('from 1 to');
  });

  it.each([
    ['code-lake/4x4'],
    ['code-lake/4x4:'],
    ['code-lake/4x4:-1'],
    ['code-lake/4x4:01'],
    ['code-lake/4x4:1e3'],
    ['code-lake/4x4/5x5:1'],
    ['code-lake/:1'],
    ['/4x4:1'],
    [''],
  ])('do not include %j as a world', (text) => {
    expect(refusal(() => parseWorldId(text)).kind).toBe('bad-id');
  });

  it.each([['code-lake/4x4:1'], ['code-lake/4x4:1.'], ['code-lake/4x4:1.x'], ['code-lake/4x4:1.2.3']])(
    'do not include %j as a task',
    (text) => {
      expect(refusal(() => parseTaskId(text)).kind).toBe('bad-id');
    },
  );

  it.each([['code-lake/4x4:1'], ['code-lake/4x4:1x'], ['code-lake/4x4:1x8x8'], ['code-lake/4x4x8']])(
    'do not include %j as a pack',
    (text) => {
      expect(refusal(() => parsePackId(text)).kind).toBe('bad-id');
    },
  );
});

describe('ranges of worlds', () => {
  it('are disjoint and cover all 32-bit numbers', () => {
    expect(TRAINING_WORLDS.first).toBe(0);
    expect(DIARY_WORLDS.first).toBe(TRAINING_WORLDS.end);
    expect(EVALUATION_WORLDS.first).toBe(DIARY_WORLDS.end);
    expect(EVALUATION_WORLDS.end).toBe(2 ** 32);
  });

  it('are what worlds for training, diaries and evaluation are taken from', () => {
    for (const draw of [0, 1, 2 ** 30, 2 ** 31 + 5, 2 ** 32 - 1]) {
      expect(trainingWorld(draw)).toBeLessThan(2 ** 30);
      expect(trainingWorld(draw)).toBeGreaterThanOrEqual(0);
      expect(diaryWorld(draw)).toBeGreaterThanOrEqual(2 ** 30);
      expect(diaryWorld(draw)).toBeLessThan(2 ** 31);
    }
    expect(trainingWorld(7)).not.toBe(trainingWorld(8));
    expect(evaluationWorld(0)).toBe(2 ** 31);
    expect(evaluationWorld(2 ** 31 - 1)).toBe(2 ** 32 - 1);
    expect(refusal(() => evaluationWorld(2 ** 31)).kind).toBe('bad-id');
    expect(refusal(() => evaluationWorld(-1)).kind).toBe('bad-id');
  });
});

describe('what an id stands for', () => {
  /** Links, records and receipts name tasks by id, so these must never change. The number is a hash of the scene. */
  it.each([
    ['code-lake/4x4:17.3', 'start wall ice wall ice SE', 2130531947],
    ['code-lake/6x6:2147483648.0', 'start hole wall ice ice NW', 906511392],
    ['text-house/8x8:17.3', 'mug desk', 329429787],
    ['alchemy/4x6:17.3', 'lava', 2236931665],
  ])('stays for %s', (text, opening, sceneHash) => {
    const id = parseTaskId(text);
    const environment = new TaskEnvironment(formatLevelId(id));
    environment.reset(id);
    expect(environment.openingWords().join(' ')).toBe(opening);
    expect(hashText(JSON.stringify(environment.scene()))).toBe(sceneHash);
  });
});

/** What every registered environment must keep, at every level, over many ids. */

import { describe, expect, it } from 'vitest';
import { PURPOSE, RandomStream } from '../core/random.ts';
import { WaymarkError } from '../core/errors.ts';
import { NOTE_BUDGET } from '../policy/notes.ts';
import { VOCABULARY } from '../policy/vocabulary.ts';
import type { Turn } from './environment.ts';
import { formatFacts, sameValue } from './facts.ts';
import type { Moment, StepResult } from './moment.ts';
import { environmentNames, findEnvironment } from './registry.ts';
import type { Scene } from './scene.ts';
import { TaskEnvironment, type TaskSeed } from './task-environment.ts';
import { NOTHING_HAPPENED } from './words.ts';

const WORDS: ReadonlySet<string> = new Set(VOCABULARY);

/** A word of the vocabulary that no environment gives a meaning to. */
const UNKNOWN_WORD = 'weather';

const SEEDS: readonly TaskSeed[] = Array.from({ length: 60 }, (_, index) => {
  const random = new RandomStream(2, PURPOSE.shuffle, index);
  return { world: random.nextWord(), task: random.nextInteger(8) };
});

const LEVELS = environmentNames.flatMap((name) => findEnvironment(name).levels.map((level) => ({ name, level })));

describe.each(LEVELS)('$name/$level', ({ name, level }) => {
  const levelId = `${name}/${level}`;
  const source = findEnvironment(name);
  const first = (seed: TaskSeed) => source.open(level, seed.world, seed.task);

  it('gives the same whole trajectory for the same id, however many tasks are played beside it', () => {
    for (const seed of SEEDS) {
      const alone = trajectory(levelId, seed);
      const others = SEEDS.slice(0, 3).map((other) => startedEnvironment(levelId, other));
      const between = () => {
        for (const other of others) if (!other.done) other.step(other.availableActions()[0]);
      };
      expect(trajectory(levelId, seed, between)).toEqual(alone);
    }
  });

  it('draws different worlds and tasks for different ids', () => {
    const worlds = new Set(SEEDS.map((seed) => formatFacts(first(seed).facts(), Infinity).join(' ')));
    const tasks = new Set(SEEDS.map((_, task) => first({ world: 5, task }).openingWords().join(' ')));
    expect(worlds.size).toBeGreaterThan(10);
    expect(tasks.size).toBeGreaterThan(4);
  });

  it('shares its facts among all tasks of a world', () => {
    for (const { world } of SEEDS) {
      expect(first({ world, task: 7 }).facts()).toEqual(first({ world, task: 0 }).facts());
    }
  });

  it('hides its facts from the first observation', () => {
    for (const seed of SEEDS) {
      const moment = first(seed);
      const opening = moment.openingWords();
      expect(source.parseFacts(opening)).toEqual([]);
      expect(moment.logWords()).toEqual([]);
      for (const { key, value } of moment.facts()) {
        expect([key, ...value].every((word) => opening.includes(word))).toBe(false);
      }
    }
  });

  it('leaves a moment as it was when a turn is taken from it', () => {
    for (const seed of SEEDS) {
      const moment = first(seed);
      const before = snapshot(moment);
      for (const turn of moment.availableActions()) {
        const once = moment.after(turn);
        const again = moment.after(turn);
        expect(again.result).toEqual(once.result);
        expect(snapshot(again.next)).toEqual(snapshot(once.next));
        expect(snapshot(moment)).toEqual(before);
      }
    }
  });

  it('can be solved within its turns, in every task', () => {
    for (const seed of SEEDS) expect(canBeSolved(first(seed))).toBe(true);
  });

  it('rewards only the end, once, and is either terminated or truncated there', () => {
    for (const seed of SEEDS) {
      const steps = trajectory(levelId, seed).steps;
      expect(steps.length).toBeLessThanOrEqual(first(seed).turnLimit);
      steps.forEach(({ result }, index) => {
        const last = index === steps.length - 1;
        expect(Number(result.terminated) + Number(result.truncated)).toBe(last ? 1 : 0);
        expect([0, 1]).toContain(result.reward);
        if (result.reward === 1) expect(result.terminated).toBe(true);
        if (last) expect(source.outcomes).toContain(result.info.outcome);
      });
    }
  });

  it('keeps to the lengths and words that it states', () => {
    for (const seed of SEEDS) {
      const { opening, steps, log } = trajectory(levelId, seed);
      const turns = [...first(seed).availableActions(), ...steps.map(({ turn }) => turn)];
      for (const turn of turns) expect(turn).toHaveLength(source.turnLength);
      for (const { result } of steps) expect(result.observation).toHaveLength(source.observationLength);
      const spoken = [
        source.word,
        ...opening,
        ...turns.flat(),
        ...steps.flatMap(({ result }) => result.observation),
        ...log,
      ];
      for (const word of spoken) expect(WORDS).toContain(word);
    }
  });

  it('answers a turn that means nothing with nil and counts it, until the turns are spent', () => {
    const turn = Array.from({ length: source.turnLength }, () => UNKNOWN_WORD);
    for (const seed of SEEDS) {
      const environment = startedEnvironment(levelId, seed);
      const scene = environment.scene();
      const limit = environment.turnLimit;
      for (let spent = 1; spent <= limit; spent++) {
        const { observation, reward, terminated, truncated } = environment.step(turn);
        expect(observation[0]).toBe(NOTHING_HAPPENED);
        expect({ reward, terminated, truncated }).toEqual({ reward: 0, terminated: false, truncated: spent === limit });
        expect(environment.scene()).toEqual({ ...scene, turnsLeft: limit - spent });
        expect(environment.logWords()).toEqual([]);
      }
      expect(environment.done).toBe(true);
    }
  });

  it('refuses steps before a task, after its end and of the wrong length', () => {
    const environment = new TaskEnvironment(levelId);
    const turn = Array.from({ length: source.turnLength }, () => UNKNOWN_WORD);
    expect(() => environment.step(turn)).toThrow(WaymarkError);
    environment.reset(SEEDS[0]);
    expect(() => environment.step([...turn, UNKNOWN_WORD])).toThrow(WaymarkError);
    while (!environment.done) environment.step(turn);
    expect(() => environment.step(turn)).toThrow(WaymarkError);
  });

  it('logs nothing but true facts, and reads all facts back from words in any company', () => {
    for (const seed of SEEDS) {
      const facts = first(seed).facts();
      const words = formatFacts(facts, Infinity);
      expect(source.parseFacts(words)).toEqual(facts);
      expect(source.parseFacts([UNKNOWN_WORD, ...words, UNKNOWN_WORD])).toEqual(facts);
      for (const seen of source.parseFacts(trajectory(levelId, seed).log)) {
        const fact = facts.find(({ key }) => key === seen.key);
        expect(fact !== undefined && sameValue(fact.value, seen.value)).toBe(true);
      }
    }
  });

  it('has facts with different keys that fit into the notes together', () => {
    for (const seed of SEEDS) {
      const facts = first(seed).facts();
      expect(new Set(facts.map(({ key }) => key)).size).toBe(facts.length);
      expect(formatFacts(facts, Infinity).length).toBeLessThanOrEqual(NOTE_BUDGET);
    }
  });

  it('keeps its opening words for the whole task', () => {
    for (const seed of SEEDS) {
      const environment = startedEnvironment(levelId, seed);
      const opening = environment.openingWords();
      while (!environment.done) environment.step(environment.availableActions()[1]);
      expect(environment.openingWords()).toEqual(opening);
    }
  });
});

function startedEnvironment(levelId: string, seed: TaskSeed): TaskEnvironment {
  const environment = new TaskEnvironment(levelId);
  environment.reset(seed);
  return environment;
}

/** Scripted play: available actions drawn with a stream of the task's own. */
function trajectory(levelId: string, seed: TaskSeed, between: () => void = () => undefined) {
  const environment = startedEnvironment(levelId, seed);
  const random = new RandomStream(seed.world, PURPOSE.players, seed.task);
  const steps: { readonly turn: Turn; readonly result: StepResult; readonly scene: Scene }[] = [];
  while (!environment.done) {
    between();
    const turn = random.pick(environment.availableActions());
    const result = environment.step(turn);
    steps.push({ turn, result, scene: environment.scene() });
  }
  return { opening: environment.openingWords(), facts: environment.facts(), steps, log: environment.logWords() };
}

function snapshot(moment: Moment): unknown {
  return [moment.openingWords(), moment.logWords(), moment.facts(), moment.scene(), moment.turnLimit];
}

/** Tries all turns, breadth first, once from each different scene. */
function canBeSolved(start: Moment): boolean {
  let frontier = [start];
  const seen = new Set<string>();
  while (frontier.length > 0) {
    const next: Moment[] = [];
    for (const moment of frontier) {
      for (const turn of moment.availableActions()) {
        const { result, next: later } = moment.after(turn);
        if (result.reward > 0) return true;
        const key = JSON.stringify(later.scene());
        if (result.terminated || result.truncated || seen.has(key)) continue;
        seen.add(key);
        next.push(later);
      }
    }
    frontier = next;
  }
  return false;
}

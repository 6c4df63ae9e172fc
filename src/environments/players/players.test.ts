import { describe, expect, it } from 'vitest';
import { PURPOSE, RandomStream } from '../../core/random.ts';
import { formatFacts } from '../facts.ts';
import { environmentNames, findEnvironment } from '../registry.ts';
import { TaskEnvironment } from '../task-environment.ts';
import { createActor, type ActorHabit } from './actors.ts';
import { CEILING_PLAYERS, successByPosition, type CeilingPlayer } from './ceilings.ts';
import { playTask } from './lives.ts';
import { CHATTER_WORDS, writeNotes, type NoterHabit } from './noters.ts';

const BUDGET = 18;
const TASKS = 300;

/** Plays tasks of different worlds, each with the notes that `notesFor` gives. */
function playMany(name: string, habit: ActorHabit, notesFor: (environment: TaskEnvironment) => readonly string[]) {
  const environment = new TaskEnvironment(name);
  return Array.from({ length: TASKS }, (_, world) => {
    const random = new RandomStream(1, PURPOSE.players, world);
    const { observation } = environment.reset({ world, task: 0 });
    const played = playTask(environment, createActor(habit, name, notesFor(environment), observation, random));
    return { ...played, opening: observation };
  });
}

const trueNotes = (environment: TaskEnvironment) => formatFacts(environment.facts(), BUDGET);
const noNotes = () => [];

function meanReward(played: readonly { readonly reward: number }[]): number {
  return played.reduce((sum, { reward }) => sum + reward, 0) / played.length;
}

describe.each(environmentNames.map((name) => ({ name })))('players of $name', ({ name }) => {
  it('who recall solve nearly every task with complete true notes', () => {
    // On the lake a walker who sees four cells may be led into a dead end, so .9; elsewhere nothing can go wrong.
    expect(meanReward(playMany(name, 'recall', trueNotes))).toBeGreaterThan(name === 'code-lake' ? 0.88 : 0.999);
  });

  it('who ignore notes play as if there were none', () => {
    expect(playMany(name, 'planner', trueNotes)).toEqual(playMany(name, 'planner', noNotes));
    expect(playMany(name, 'planner', noNotes)).toEqual(playMany(name, 'recall', noNotes));
  });

  it('who are stubborn say hm and seldom change their action', () => {
    const played = playMany(name, 'stubborn', noNotes);
    const pairs = played.flatMap(({ turns }) =>
      turns.slice(1).map(({ turn }, index) => turn.join(' ') === turns[index].turn.join(' ')),
    );
    const kept = pairs.filter(Boolean).length / pairs.length;
    for (const { turns } of played) expect(turns.every(({ turn }) => turn[0] === 'hm')).toBe(true);
    expect(kept).toBeGreaterThan(0.87);
    expect(kept).toBeLessThan(0.98);
  });
});

describe('a dreamer on the lake', () => {
  it('wishes for ground that carries, where there is some, and presses anything', () => {
    const presses = new Map<string, number>();
    for (const { turns, opening } of playMany('code-lake', 'dreamer', noNotes)) {
      turns.forEach(({ turn }, index) => {
        const [, ...surroundings] = index === 0 ? opening : turns[index - 1].observation;
        const wished = surroundings[['up', 'down', 'left', 'right'].indexOf(turn[0])];
        if (surroundings.some((ground) => ground === 'ice')) expect(['ice', 'goal']).toContain(wished);
        presses.set(turn[1], (presses.get(turn[1]) ?? 0) + 1);
      });
    }
    const total = [...presses.values()].reduce((sum, count) => sum + count, 0);
    for (const button of ['b1', 'b2', 'b3', 'b4']) expect((presses.get(button) ?? 0) / total).toBeCloseTo(0.25, 1);
  });
});

describe('a planner on the lake', () => {
  it('infers the fourth button from three', () => {
    const random = new RandomStream(1, PURPOSE.players);
    const opening = 'start ice hole hole ice N'.split(' ');
    const actor = createActor('recall', 'code-lake', 'left b2 down b4 right b1'.split(' '), opening, random);
    expect(actor.act()).toEqual(['up', 'b3']);
  });

  it('does not press again what has just bumped, while there is something else to try', () => {
    for (let index = 0; index < 50; index++) {
      const actor = createActor(
        'planner',
        'code-lake',
        [],
        'start ice wall ice ice N'.split(' '),
        new RandomStream(index, PURPOSE.players),
      );
      const first = actor.act();
      actor.see(first, 'bump ice wall ice ice N'.split(' '));
      expect(actor.act()[1]).not.toBe(first[1]);
    }
  });

  it('enters the goal when it stands beside it', () => {
    const opening = 'start ice goal ice ice SE'.split(' ');
    const actor = createActor(
      'recall',
      'code-lake',
      ['down', 'b2', 'right', 'b1'],
      opening,
      new RandomStream(1, PURPOSE.players),
    );
    expect(actor.act()).toEqual(['down', 'b2']);
  });
});

describe('noters', () => {
  const random = () => new RandomStream(3, PURPOSE.players);
  const write = (habit: NoterHabit, oldNotes: string, log: string, budget = BUDGET) => {
    const words = (text: string) => (text === '' ? [] : text.split(' '));
    const situation = { environment: 'code-lake', oldNotes: words(oldNotes), log: words(log), budget };
    return writeNotes(habit, situation, random()).join(' ');
  };

  it('write nothing', () => {
    expect(write('empty', 'left b3', 'down b4')).toBe('');
  });

  it('copy the old notes, whatever they are, up to the budget', () => {
    expect(write('copy', 'left b3 nice', 'down b4')).toBe('left b3 nice');
    expect(write('copy', 'left b3 nice', '', 2)).toBe('left b3');
  });

  it('keep only the last task', () => {
    expect(write('last', 'left b3', 'down b4 bump b1 up b2')).toBe('down b4 up b2');
  });

  it('merge: correct old facts in place, drop what is no fact, add new ones', () => {
    expect(write('merge', 'left b3 nice up b1', 'down b4 bump b3 up b2')).toBe('left b3 up b2 down b4');
    expect(write('merge', 'left b3 up b1', 'down b4', 4)).toBe('left b3 up b1');
  });

  it('chat two to eight words of small talk', () => {
    const lengths = new Set<number>();
    const stream = random();
    for (let index = 0; index < 200; index++) {
      const situation = { environment: 'alchemy', oldNotes: [], log: [], budget: BUDGET };
      const words = writeNotes('chatter', situation, stream);
      for (const word of words) expect(CHATTER_WORDS).toContain(word);
      lengths.add(words.length);
    }
    expect([...lengths].sort()).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });

  it('write false facts that read as facts, one to four', () => {
    for (const environment of environmentNames) {
      const stream = random();
      const counts = new Set<number>();
      for (let index = 0; index < 200; index++) {
        const words = writeNotes('false', { environment, oldNotes: [], log: [], budget: BUDGET }, stream);
        const facts = findEnvironment(environment).parseFacts(words);
        expect(formatFacts(facts, BUDGET)).toEqual(words);
        counts.add(facts.length);
      }
      expect([...counts].sort()).toEqual([1, 2, 3, 4]);
    }
  });
});

describe('ceilings', () => {
  /** From an independent implementation, or worked out: by position in packs of six. */
  const FIGURES: readonly (readonly [string, CeilingPlayer, readonly number[]])[] = [
    ['code-lake/4x4', 'ignores-notes', [0.34, 0.34, 0.34, 0.34, 0.34, 0.34]],
    ['code-lake/4x4', 'reads-and-merges', [0.35, 0.82, 0.92, 0.92, 0.91, 0.93]],
    ['text-house/8x8', 'ignores-notes', [0.375, 0.375, 0.375, 0.375, 0.375, 0.375]],
    ['text-house/8x8', 'reads-and-merges', [0.37, 0.73, 0.85, 0.92, 0.96, 0.97]],
    // Two blind tries at one pair of six: 1 - (5/6)^2.
    ['alchemy/4x6', 'random', [0.306, 0.306, 0.306, 0.306, 0.306, 0.306]],
    ['alchemy/4x6', 'ignores-notes', [0.333, 0.333, 0.333, 0.333, 0.333, 0.333]],
    ['alchemy/4x6', 'reads-and-merges', [0.33, 0.64, 0.84, 0.93, 0.97, 0.99]],
  ];

  it.each(FIGURES)(
    'of %s for the player %j come out as measured elsewhere',
    (level, player, expected) => {
      const success = successByPosition({ level, player, packs: 2000, length: 6, noteBudget: BUDGET, seed: 1 });
      // The standard error of 2,000 packs is .011; the figures themselves are rounded.
      success.forEach((share, position) => expect(Math.abs(share - expected[position])).toBeLessThanOrEqual(0.03));
    },
    60_000,
  );

  it('depend on the player only, not on the draws of another', () => {
    const request = { level: 'alchemy', packs: 50, length: 4, noteBudget: BUDGET, seed: 1 } as const;
    const players = Object.keys(CEILING_PLAYERS) as CeilingPlayer[];
    const once = players.map((player) => successByPosition({ ...request, player }));
    expect(players.map((player) => successByPosition({ ...request, player }))).toEqual(once);
  });
});

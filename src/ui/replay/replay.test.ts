import { describe, expect, it } from 'vitest';
import type { LakeScene } from '../../environments/scene.ts';
import { TaskEnvironment } from '../../environments/task-environment.ts';
import type { LifeRecord } from '../../learning/records.ts';
import { replayLife } from './replay.ts';
import { taskNumber } from './still.ts';
import { scriptedLife } from '../testing/scripted-lives.ts';

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};

/** Where the walker must be after the buttons, by the map alone. */
function walk(scene: LakeScene, buttons: readonly string[]): readonly [number, number] {
  let [row, column] = scene.start;
  for (const button of buttons) {
    const [down, right] = STEPS[scene.buttons[button]];
    const inside = (value: number): boolean => value >= 0 && value < scene.size;
    if (inside(row + down) && inside(column + right)) [row, column] = [row + down, column + right];
  }
  return [row, column];
}

describe('replayLife', () => {
  it('gives a still before the first move, one per move and one per rewriting', () => {
    const life = scriptedLife('code-lake/4x4:3x3');
    const turns = life.episodes.map((episode) => (episode.kind === 'solve' ? episode.turns.length : 0));
    const expected = life.episodes.flatMap((episode, index) =>
      episode.kind === 'solve' ? ['opening', ...Array<string>(turns[index]).fill('move')] : ['writing'],
    );
    expect(replayLife(life).map((still) => still.kind)).toEqual(expected);
  });

  it('walks the lake exactly as the recorded buttons say', () => {
    for (let world = 0; world < 20; world++) {
      for (const still of replayLife(scriptedLife(`code-lake/5x5:${world}x4`))) {
        if (still.scene.kind !== 'lake') throw new Error('not a lake');
        const buttons = still.moves.map((move) => move.turn[1]);
        expect(still.scene.walker).toEqual(walk(still.scene, buttons));
      }
    }
  });

  it('ends every task as the record says it ended', () => {
    for (const pack of ['code-lake/4x4:11x6', 'text-house/8x8:11x6', 'alchemy/4x6:11x6']) {
      const life = scriptedLife(pack);
      const recorded = life.episodes.flatMap((episode) =>
        episode.kind === 'solve' ? [{ solved: episode.reward > 0, outcome: episode.outcome }] : [],
      );
      const replayed = replayLife(life).flatMap((still) =>
        still.kind === 'move' && still.ending ? [still.ending] : [],
      );
      expect(replayed).toEqual(recorded);
    }
  });

  it('shows the observations that the agent saw', () => {
    const life = scriptedLife('text-house/8x8:2x2');
    const environment = new TaskEnvironment('text-house/8x8');
    const [first] = life.episodes;
    if (first.kind !== 'solve') throw new Error('a life begins with a task');
    const seen = [environment.reset({ world: 2, task: 0 }).observation];
    for (const turn of first.turns) seen.push(environment.step(turn).observation);
    const stills = replayLife(life).filter((still) => still.position === 0 && still.kind !== 'writing');
    expect(stills.map((still) => still.sight)).toEqual(seen);
  });

  it('knows which fact of its notes a turn acted on, in whatever order the turn says it', () => {
    const truth = new TaskEnvironment('alchemy/4x6');
    truth.reset({ world: 5, task: 0 });
    const [fact, other] = truth.facts();
    const [one, two] = fact.value;
    const life: LifeRecord = {
      pack: 'alchemy/4x6:5x1',
      control: 'kept',
      iteration: 0,
      life: 0,
      episodes: [
        {
          kind: 'solve',
          notes: [fact.key, ...fact.value, other.key, ...other.value],
          turns: [
            [fact.key, two, one],
            ['hm', ...other.value],
          ],
          reward: 0,
          outcome: 'out-of-turns',
        },
      ],
    };
    const used = replayLife(life).flatMap((still) => (still.kind === 'move' ? [still.last.used] : []));
    expect(used).toEqual([{ key: fact.key, value: [one, two] }, null]);
  });

  it('carries notes and their history from task to task', () => {
    const life = scriptedLife('code-lake/4x4:3x3');
    const updates = life.episodes.flatMap((episode) => (episode.kind === 'update' ? [episode.notes] : []));
    const openings = replayLife(life).filter((still) => still.kind === 'opening');
    expect(openings.map((still) => still.notes)).toEqual([[], ...updates]);
    expect(openings[2].history).toEqual(updates);
    expect(openings[2].notesBefore).toEqual(updates[0]);
  });

  it('does not call new what a life began with', () => {
    const life = scriptedLife('code-lake/4x4:3x1');
    const [solve] = life.episodes;
    const carrying = { ...solve, notes: ['down', 'b1'] } as typeof solve;
    const [opening] = replayLife({ ...life, episodes: [carrying] });
    expect(opening.notesBefore).toEqual(['down', 'b1']);
  });

  it('begins a living agent’s task at its place in the world', () => {
    const life = { ...scriptedLife('code-lake/4x4:9x1') };
    const environment = new TaskEnvironment('code-lake/4x4');
    environment.reset({ world: 9, task: 7 });
    expect(replayLife(life, 7)[0].scene).toEqual(environment.scene());
    expect(replayLife(life, 7)[0].scene).not.toEqual(replayLife(life, 0)[0].scene);
    expect(taskNumber(replayLife(life, 7)[0])).toBe(8);
  });

  it('refuses a life in which an update follows no task', () => {
    const life = scriptedLife('code-lake/4x4:3x2');
    expect(() => replayLife({ ...life, episodes: life.episodes.slice(1) })).toThrow(/an update that follows no task/);
  });
});

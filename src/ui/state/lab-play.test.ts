/** Protects the tasks that visitors play: the very tasks of the world, ended by its rules, with hidden things hidden. */

import { describe, expect, it } from 'vitest';
import { TaskEnvironment } from '../../environments/task-environment.ts';
import { scriptedLife } from '../testing/scripted-lives.ts';
import {
  NOT_PLAYED,
  PLAY_TASKS,
  endings,
  playTask,
  playedPack,
  withNextTask,
  withTurn,
  type Play,
} from './lab-play.ts';

const WORLDS = ['code-lake/4x4:2147483651', 'text-house/8x8:2147483651', 'alchemy/4x6:2147483651'] as const;

describe.each(WORLDS)('playing in %s', (world) => {
  const life = scriptedLife(playedPack(world));
  const solves = life.episodes.flatMap((episode) => (episode.kind === 'solve' ? [episode] : []));

  it('ends every task as it ended in a recorded life that took the same turns', () => {
    const play: Play = { tasks: solves.map(({ turns }) => turns) };
    expect(endings(world, play)).toEqual(solves.map(({ reward, outcome }) => ({ solved: reward > 0, outcome })));
  });

  it('leaves turns after the end out', () => {
    const [{ turns }] = solves;
    expect(playTask(world, 0, [...turns, ...turns]).moves).toHaveLength(turns.length);
  });

  it('offers the choices that the environment offers', () => {
    const [level, number] = world.split(':');
    const environment = new TaskEnvironment(level);
    environment.reset({ world: Number(number), task: 1 });
    const task = playTask(world, 1, []);
    expect(task.choices).toEqual(environment.availableActions());
    expect(task.ending).toBeNull();
  });
});

describe('the lake while it is played', () => {
  it('shows a hole only once the walker has stood beside it', () => {
    const [world] = WORLDS;
    const environment = new TaskEnvironment('code-lake/4x4');
    for (let task = 0; task < PLAY_TASKS; task++) {
      environment.reset({ world: Number(world.split(':')[1]), task });
      const all = environment.scene();
      const { scene } = playTask(world, task, []);
      if (all.kind !== 'lake' || scene.kind !== 'lake') throw new Error('a lake was expected');
      const beside = all.holes.filter(
        ([row, column]) => Math.abs(row - all.start[0]) + Math.abs(column - all.start[1]) === 1,
      );
      expect(scene.holes).toEqual(beside);
    }
  });
});

describe('a pack that is played', () => {
  it('grows by turns and tasks, and ends with its last task', () => {
    let play = withTurn(NOT_PLAYED, ['hm', 'b1']);
    expect(play.tasks).toEqual([[['hm', 'b1']]]);
    for (let task = 0; task < 2 * PLAY_TASKS; task++) play = withNextTask(play);
    expect(play.tasks).toHaveLength(PLAY_TASKS);
  });
});

/**
 * From the record of a life to its stills. A record holds words only; every picture is recomputed by playing the
 * recorded turns through the environment again, which is exact because environments are deterministic.
 */

import { WaymarkError } from '../../core/errors.ts';
import type { Fact } from '../../environments/environment.ts';
import { usedFact } from '../../environments/facts.ts';
import { parsePackId } from '../../environments/ids.ts';
import { findEnvironment } from '../../environments/registry.ts';
import type { LifeRecord, SolveRecord, UpdateRecord } from '../../learning/records.ts';
import type { Ending, Move, Still } from './still.ts';

interface Played {
  readonly opening: readonly string[];
  readonly truth: readonly Fact[];
  readonly scene: Still['scene'];
  readonly moves: readonly Move[];
}

function play(pack: string, firstTask: number, position: number, solve: SolveRecord): Played {
  const id = parsePackId(pack);
  const environment = findEnvironment(id.environment);
  const start = environment.open(id.level, id.world, firstTask + position);
  const claims = environment.parseFacts(solve.notes);
  const moves: Move[] = [];
  let moment = start;
  for (const turn of solve.turns) {
    const { result, next } = moment.after(turn);
    const used = usedFact(turn, claims);
    moves.push({ turn, observation: result.observation, before: moment.scene(), after: next.scene(), used });
    moment = next;
  }
  return { opening: start.openingWords(), truth: start.facts(), scene: start.scene(), moves };
}

function endingOf({ reward, outcome }: SolveRecord): Ending {
  return { solved: reward > 0, outcome };
}

/**
 * All stills of a life, in order. `firstTask` is the index in its world of the life's first task: 0 in a pack, the
 * number of tasks lived before it for a living agent. Throws `bad-file` when the episodes do not alternate.
 */
export function replayLife(life: LifeRecord, firstTask = 0): readonly Still[] {
  const { environment, length } = parsePackId(life.pack);
  const tasks = Math.min(length, life.episodes.filter((episode) => episode.kind === 'solve').length);
  const stills: Still[] = [];
  const history: (readonly string[])[] = [];
  // What a life begins with is nothing new to it.
  const [first] = life.episodes;
  let notesBefore = first?.kind === 'solve' ? first.notes : [];
  let position = -1;

  const solve = (episode: SolveRecord): void => {
    position += 1;
    const { opening, truth, scene, moves } = play(life.pack, firstTask, position, episode);
    const task = {
      environment,
      firstTask,
      position,
      tasks,
      notes: episode.notes,
      notesBefore,
      history: [...history],
      truth,
    };
    stills.push({ ...task, kind: 'opening', scene, moves: [], sight: opening, ending: null });
    moves.forEach((last, index) => {
      const ending = index === moves.length - 1 ? endingOf(episode) : null;
      const soFar = moves.slice(0, index + 1);
      stills.push({ ...task, kind: 'move', last, scene: last.after, moves: soFar, sight: last.observation, ending });
    });
  };

  const update = (episode: UpdateRecord): void => {
    const previous = stills.at(-1);
    if (!previous || previous.kind === 'writing') {
      throw new WaymarkError('bad-file', `The life in ${life.pack} has an update that follows no task.`);
    }
    const { scene, moves, sight, truth, ending } = previous;
    const base = { environment, firstTask, position, tasks, scene, moves, sight, truth, ending };
    const written = { notes: episode.notes, notesBefore: episode.oldNotes, history: [...history] };
    stills.push({ ...base, ...written, kind: 'writing', update: episode });
    history.push(episode.notes);
    notesBefore = episode.oldNotes;
  };

  for (const episode of life.episodes) {
    if (episode.kind === 'solve') solve(episode);
    else update(episode);
  }
  return stills;
}

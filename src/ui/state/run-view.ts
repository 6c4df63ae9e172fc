/** Folds the events of a run into what the page shows of it. Pure. */

import type { LifeRecord, RunEvent } from '../../learning/records.ts';
import type { RunView } from './run-state.ts';

/** The run after one more event. Events before the first `started` belong to no run and change nothing. */
export function foldEvent(run: RunView | null, event: RunEvent): RunView | null {
  if (event.type === 'started') {
    const { recipe, engine } = event;
    return {
      id: event.run,
      recipe,
      engine,
      iterations: [],
      evaluation: null,
      lives: [],
      deadCoverage: null,
      finished: false,
    };
  }
  if (!run) return null;
  switch (event.type) {
    case 'resumed':
      return { ...run, engine: event.engine, finished: false };
    case 'iteration': {
      // What a killed tab had not saved is lived again: the newer record of an iteration replaces the older.
      const earlier = run.iterations.filter((record) => record.iteration < event.record.iteration);
      return { ...run, iterations: [...earlier, event.record] };
    }
    case 'life': {
      const { record } = event;
      const same = (life: LifeRecord): boolean => life.iteration === record.iteration && life.life === record.life;
      return { ...run, lives: [...run.lives.filter((life) => !same(life)), record] };
    }
    case 'evaluation':
      return { ...run, evaluation: event.record };
    case 'condition':
      return { ...run, deadCoverage: event.condition.kind === 'no-readers' ? event.condition.coverage : null };
    case 'finished':
      return { ...run, finished: true };
  }
}

/** A stored run from all that it has emitted. */
export function foldHistory(events: readonly RunEvent[]): RunView | null {
  return events.reduce<RunView | null>(foldEvent, null);
}

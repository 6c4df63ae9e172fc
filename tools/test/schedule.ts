/**
 * In which order, and beside which others, the steps of `npm test` are carried out: two at a time where two cores are
 * there, since most steps keep one core busy and let the other wait.
 */

/** What decides when a step may start. */
export interface Schedulable {
  readonly name: string;
  /** The step that must have ended before this one starts, where both are to be carried out. */
  readonly after?: string;
  /** It measures time: nothing may run beside it. */
  readonly isAlone?: boolean;
}

/**
 * The first of the waiting steps that may start now beside those that run; null where none may. A step that must be alone
 * lets others overtake it until nothing runs.
 */
export function nextStep<Step extends Schedulable>(
  waiting: readonly Step[],
  running: readonly Step[],
  lanes: number,
): Step | null {
  if (running.length >= lanes || running.some(({ isAlone }) => isAlone)) return null;
  const unfinished = new Set([...waiting, ...running].map(({ name }) => name));
  const isReady = ({ after, isAlone }: Step): boolean =>
    (after === undefined || !unfinished.has(after)) && (isAlone !== true || running.length === 0);
  const ready = waiting.filter(isReady);
  return ready.find(({ isAlone }) => isAlone !== true) ?? ready.at(0) ?? null;
}

/**
 * Carries out every step, at most `lanes` at a time, and gives the results in the order of the steps. `carryOut` is told
 * the results so far; where it throws, no further step starts, and its error is thrown once the others have ended.
 */
export async function runInLanes<Step extends Schedulable, Result>(
  steps: readonly Step[],
  lanes: number,
  carryOut: (step: Step, results: ReadonlyMap<string, Result>) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<string, Result>();
  const running = new Map<Step, Promise<Step>>();
  let waiting = steps;
  const run = async (step: Step): Promise<Step> => {
    results.set(step.name, await carryOut(step, results));
    return step;
  };
  try {
    while (waiting.length > 0 || running.size > 0) {
      const step = nextStep(waiting, [...running.keys()], lanes);
      if (step !== null) {
        waiting = waiting.filter((other) => other !== step);
        running.set(step, run(step));
      } else if (running.size > 0) {
        running.delete(await Promise.race(running.values()));
      } else {
        throw new Error(`Steps wait for one another: ${waiting.map(({ name }) => name).join(', ')}.`);
      }
    }
  } finally {
    await Promise.allSettled(running.values());
  }
  return steps.flatMap(({ name }) => {
    const result = results.get(name);
    return result === undefined ? [] : [result];
  });
}

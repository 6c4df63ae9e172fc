/** An engine whose every call, to it and to its batches, a test can count, delay or let fail. */

import type { Batch, Engine } from '../../src/engines/engine.ts';

/** Told the call's name before it is made. What it gives takes the place of the call; null lets the call happen. */
export type OnCall = (name: string) => Promise<never> | null;

export function watchedEngine(engine: Engine, onCall: OnCall): Engine {
  return watched(engine, onCall, (result) => result.then((batch) => watched(batch as Batch, onCall)));
}

/** `onBatch` is given what `openBatch` gives. */
function watched<Target extends object>(
  target: Target,
  onCall: OnCall,
  onBatch: (result: Promise<unknown>) => Promise<unknown> = (result) => result,
): Target {
  return new Proxy(target, {
    get(_, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      return (...parameters: readonly unknown[]): unknown => {
        const instead = onCall(String(property));
        if (instead !== null) return instead;
        const result: unknown = Reflect.apply(value, target, parameters);
        return property === 'openBatch' ? onBatch(result as Promise<unknown>) : result;
      };
    },
  });
}

/** What the page of the benchmark knows: whether it can run here, and how far it is. Pure. */

import type { BenchReport } from '../../bench/report.ts';
import type { BenchMessage } from '../../worker/bench-protocol.ts';
import { Store } from './store.ts';

export type BenchStep =
  | { readonly step: 'ready' }
  | { readonly step: 'running'; readonly what: string | null }
  | { readonly step: 'finished'; readonly report: BenchReport; readonly copy: 'none' | 'copied' | 'refused' }
  | { readonly step: 'failed'; readonly message: string; readonly remedy: string };

export interface BenchState {
  /** Whether WebGPU has an adapter here; null until that is known. */
  readonly supported: boolean | null;
  readonly now: BenchStep;
}

export type BenchStoreMessage =
  | BenchMessage
  | { readonly type: 'support-known'; readonly supported: boolean }
  | { readonly type: 'started' }
  | { readonly type: 'stopped' }
  | { readonly type: 'copied'; readonly allowed: boolean };

function nextStep(now: BenchStep, message: Exclude<BenchStoreMessage, { type: 'support-known' }>): BenchStep {
  switch (message.type) {
    case 'started':
      return { step: 'running', what: null };
    case 'stopped':
      return now.step === 'running' ? { step: 'ready' } : now;
    case 'progress':
      return now.step === 'running' ? { step: 'running', what: message.what } : now;
    case 'finished':
      return now.step === 'running' ? { step: 'finished', report: message.report, copy: 'none' } : now;
    case 'failed':
      return now.step === 'running' ? { step: 'failed', message: message.message, remedy: message.remedy } : now;
    case 'copied':
      return now.step === 'finished' ? { ...now, copy: message.allowed ? 'copied' : 'refused' } : now;
  }
}

function reduceBench(state: BenchState, message: BenchStoreMessage): BenchState {
  if (message.type === 'support-known') return { ...state, supported: message.supported };
  const now = nextStep(state.now, message);
  return now === state.now ? state : { ...state, now };
}

export type BenchStore = Store<BenchState, BenchStoreMessage>;

export function createBenchStore(): BenchStore {
  return new Store<BenchState, BenchStoreMessage>({ supported: null, now: { step: 'ready' } }, reduceBench);
}

/** An executor in a worker: the same interface, spoken over messages. */

import { WaymarkError, type WaymarkErrorKind } from '../../core/errors.ts';
import { LocalExecutor, type Executor, type ExecutorSetup } from './executor.ts';
import type { OnnxRuntime } from './runtime.ts';

/** The least that web workers, message ports and Node's worker threads have in common. */
export interface ExecutorPort {
  post(message: unknown): void;
  /** Messages from the other side. */
  listen(listener: (message: unknown) => void): void;
  /** Ends the worker behind the port. */
  terminate(): void;
  /** Tells why the worker has ended or broken down. Left out where whoever owns the worker watches over it. */
  onDeath?(listener: (reason: string) => void): void;
}

type Method = keyof Executor;

interface CallMessage {
  readonly id: number;
  readonly method: Method | 'setup';
  readonly parameters: readonly unknown[];
}

type Reply =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly error: SentError };

interface SentError {
  readonly kind: WaymarkErrorKind;
  readonly message: string;
  readonly remedy: string;
}

/** An executor behind a port, and what runs there. */
export interface ConnectedExecutor {
  readonly executor: Executor;
  readonly runtime: Pick<OnnxRuntime, 'name' | 'detail'>;
}

/**
 * An executor whose work is done by whoever calls `serveExecutor` at the other end of the port. Once the worker is dead,
 * all calls are rejected with an `engine` error, those under way included.
 */
export async function connectExecutor(port: ExecutorPort, setup: ExecutorSetup): Promise<ConnectedExecutor> {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let calls = 0;
  let broken: WaymarkError | null = null;
  port.onDeath?.((reason) => {
    broken ??= new WaymarkError(
      'engine',
      `A worker of the engine broke down: ${reason}.`,
      'Resume from the last checkpoint. If it happens again, use fewer workers: each needs memory of its own.',
    );
    for (const { reject } of waiting.values()) reject(broken);
    waiting.clear();
  });
  port.listen((message) => {
    const reply = message as Reply;
    const caller = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (!caller) return;
    if (reply.ok) caller.resolve(reply.result as never);
    else caller.reject(new WaymarkError(reply.error.kind, reply.error.message, reply.error.remedy));
  });
  const call = <T>(method: CallMessage['method'], ...parameters: readonly unknown[]): Promise<T> =>
    new Promise((resolve, reject) => {
      if (broken) {
        reject(broken);
        return;
      }
      const id = calls++;
      waiting.set(id, { resolve, reject });
      port.post({ id, method, parameters } satisfies CallMessage);
    });
  const runtime = await call<ConnectedExecutor['runtime']>('setup', setup);
  const executor: Executor = {
    setAdapter: (adapter) => call('setAdapter', adapter),
    openBatch: (rows, sampling) => call('openBatch', rows, sampling),
    generate: (batch, request) => call('generate', batch, request),
    closeBatch: (batch) => call('closeBatch', batch),
    differentiate: (rows, loss) => call('differentiate', rows, loss),
    score: (rows, temperature) => call('score', rows, temperature),
    close: async () => {
      if (!broken) await call('close');
      port.terminate();
    },
  };
  return { executor, runtime };
}

/** Answers the calls that arrive at a port, one after another, with an executor made from the setup in the first. */
export function serveExecutor(port: ExecutorPort, runtime: OnnxRuntime): void {
  let executor: Executor | null = null;
  let queue: Promise<void> = Promise.resolve();
  const answer = async ({ id, method, parameters }: CallMessage): Promise<void> => {
    try {
      if (method === 'setup') {
        executor = new LocalExecutor(runtime, parameters[0] as ExecutorSetup);
        port.post({ id, ok: true, result: { name: runtime.name, detail: runtime.detail } } satisfies Reply);
        return;
      }
      if (!executor) throw new WaymarkError('engine', 'The executor has not been set up.');
      const methods = executor as unknown as Readonly<Record<Method, (...given: unknown[]) => Promise<unknown>>>;
      port.post({ id, ok: true, result: await methods[method](...parameters) } satisfies Reply);
    } catch (error) {
      port.post({ id, ok: false, error: sentError(error) } satisfies Reply);
    }
  };
  port.listen((message) => {
    queue = queue.then(() => answer(message as CallMessage));
  });
}

function sentError(error: unknown): SentError {
  if (error instanceof WaymarkError) return { kind: error.kind, message: error.message, remedy: error.remedy };
  return { kind: 'engine', message: error instanceof Error ? error.message : String(error), remedy: '' };
}

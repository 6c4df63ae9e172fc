import { beforeEach, expect, test } from 'vitest';
import { TrainingClient, type WorkerLike, type WorkerRequest } from './client.ts';
import type { WorkerMessage } from './protocol.ts';

class FakeWorker extends EventTarget implements WorkerLike {
  readonly received: WorkerRequest[] = [];
  terminated = false;

  postMessage(message: unknown): void {
    this.received.push(message as WorkerRequest);
  }

  terminate(): void {
    this.terminated = true;
  }

  say(message: WorkerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: message }));
  }

  breakDown(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
}

const idle: WorkerMessage = {
  type: 'status',
  status: { state: 'idle', engine: { name: 'onnx-wasm', detail: 'made up' }, latestRun: null },
};

let workers: FakeWorker[];
let client: TrainingClient;
let heard: WorkerMessage[];

beforeEach(() => {
  workers = [];
  client = new TrainingClient({
    site: 'https://example.org/sub/',
    startWorker: () => {
      workers.push(new FakeWorker());
      return workers[workers.length - 1];
    },
  });
  heard = [];
  client.subscribe((message) => heard.push(message));
});

test('the worker starts with the first command and is told where the site lies', () => {
  expect(workers).toHaveLength(0);
  client.send({ type: 'open' });
  client.send({ type: 'step' });
  expect(workers).toHaveLength(1);
  expect(workers[0].received).toEqual([
    { type: 'boot', site: 'https://example.org/sub/' },
    { type: 'open' },
    { type: 'step' },
  ]);
});

test('messages reach everybody who listens, until they no longer do', () => {
  client.send({ type: 'open' });
  const others: WorkerMessage[] = [];
  const stop = client.subscribe((message) => others.push(message));
  workers[0].say(idle);
  stop();
  workers[0].say(idle);
  expect(heard).toEqual([idle, idle]);
  expect(others).toEqual([idle]);
});

test('a worker that breaks down is a failed state with a way out, and the next command starts another', () => {
  client.send({ type: 'open' });
  workers[0].breakDown('out of memory');
  expect(heard).toMatchObject([{ type: 'status', status: { state: 'failed', kind: 'memory' } }]);
  expect(JSON.stringify(heard[0])).toContain('out of memory');
  expect(workers[0].terminated).toBe(true);
  client.send({ type: 'open' });
  expect(workers).toHaveLength(2);
  expect(workers[1].received[0]).toMatchObject({ type: 'boot' });
});

test('a worker that was given up is not heard any more', () => {
  client.send({ type: 'open' });
  workers[0].breakDown('');
  client.send({ type: 'open' });
  workers[0].say(idle);
  workers[0].breakDown('again');
  expect(heard).toHaveLength(1);
  workers[1].say(idle);
  expect(heard).toHaveLength(2);
});

/**
 * WebKitGTK's own small browser, driven by its WebDriver in plain HTTP. It knows no headless mode and gets a screen that
 * is not there: Xvfb, unless there is a real one.
 */

import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { findOnPath, thisMachine } from '../test/browser.ts';
import { freePort } from '../site/built-site.ts';
import type { Contender } from './contender.ts';
import { within } from './within.ts';

const START_LIMIT_MS = 60_000;
const RETRY_MS = 100;

export function webkitContender(): Contender {
  const machine = thisMachine();
  const driver = findOnPath(machine, ['WebKitWebDriver']);
  const screen = machine.variables.DISPLAY;
  const canShow = (screen !== undefined && screen !== '') || findOnPath(machine, ['Xvfb']) !== null;
  return {
    name: 'WebKitGTK',
    program: canShow ? driver : null,
    isRequired: false,
    remedy: 'install webkit2gtk-driver and xvfb',
    ask: (address, limitMs) => withScreen((display) => withDriver(display, (call) => ask(call, address, limitMs))),
  };
}

/** One command of WebDriver; gives the value of the answer, and throws its error. */
type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

async function ask(call: Call, address: string, limitMs: number): ReturnType<Contender['ask']> {
  const wish = { alwaysMatch: { timeouts: { script: limitMs } } };
  const { sessionId, capabilities } = (await call('POST', '/session', { capabilities: wish })) as {
    sessionId: string;
    capabilities: { browserVersion: string };
  };
  const session = `/session/${sessionId}`;
  try {
    await call('POST', `${session}/url`, { url: address });
    const script = 'answer.then(arguments[0])';
    const answer = await call('POST', `${session}/execute/async`, { script, args: [] });
    return { version: capabilities.browserVersion, answer: String(answer) };
  } finally {
    await call('DELETE', session);
  }
}

async function withDriver<Result>(display: string, use: (call: Call) => Promise<Result>): Promise<Result> {
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const call: Call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: JSON.stringify(body) });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  try {
    await within(START_LIMIT_MS, untilReady(driver, call));
    return await use(call);
  } finally {
    driver.kill();
  }
}

async function untilReady(driver: ChildProcess, call: Call): Promise<void> {
  while (driver.exitCode === null) {
    try {
      await call('GET', '/status');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  throw new Error(`WebKitWebDriver ended with status ${driver.exitCode}.`);
}

async function withScreen<Result>(use: (display: string) => Promise<Result>): Promise<Result> {
  const screen = process.env.DISPLAY;
  if (screen !== undefined && screen !== '') return use(screen);
  // It chooses a number that is free, and writes it down.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  try {
    const number = new Promise<string>((resolve, reject) => {
      server.once('error', reject);
      (server.stdio[3] as Readable).once('data', (chunk: Buffer) => {
        resolve(chunk.toString().trim());
      });
    });
    return await use(`:${await within(START_LIMIT_MS, number)}`);
  } finally {
    server.kill();
  }
}

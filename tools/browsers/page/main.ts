/** The page that `npm run browsers` opens in each browser: has a worker compute the reference, as the product does. */

import type { Answer } from './worker.ts';

/** Awaited from outside as JSON, the one form that every driver hands over unchanged. */
const answer = new Promise<string>((resolve) => {
  const tell = (answer: Answer): void => {
    resolve(JSON.stringify(answer));
  };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    tell(data);
  });
  worker.addEventListener('error', ({ message }) => {
    tell({ refusal: message });
  });
  worker.postMessage(document.baseURI);
});

Object.assign(globalThis, { answer });

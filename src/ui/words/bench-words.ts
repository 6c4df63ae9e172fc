/** What the page of the benchmark says about how far it is. What the benchmark itself reports stays in its own words. */

import { msg, str } from '@lit/localize';
import type { BenchState } from '../state/bench-state.ts';

export function benchStatus({ supported, now }: BenchState): string {
  if (supported === null) return msg('Looking for a graphics processor …');
  if (!supported) {
    return msg(
      'WebGPU is not available here, so there is nothing to measure. Current versions of Chrome, Edge, Safari and Firefox have it on most devices. Training works without it, only slower.',
    );
  }
  switch (now.step) {
    case 'ready':
      return msg('It takes a minute or two, and keeps the device busy.');
    case 'running':
      return now.what === null ? msg('It begins.') : msg(str`Measuring: ${now.what} …`);
    case 'finished':
      return msg('Done.');
    case 'failed':
      return `${now.message} ${now.remedy}`.trim();
  }
}

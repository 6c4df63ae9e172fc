/** The recordings that the site ships, each fetched when it is first wanted. */

import { parseRecording, recordingPath, type Recording } from '../../runs/recording.ts';
import { WaymarkError } from '../../core/errors.ts';

const kept = new Map<string, Promise<Recording>>();

async function read(environment: string): Promise<Recording> {
  const address = new URL(recordingPath(environment, 'recording.json'), document.baseURI);
  const response = await fetch(address);
  if (!response.ok) {
    throw new WaymarkError('not-found', `There is no recording of ${environment} here.`, 'Choose another world.');
  }
  return parseRecording(await response.json());
}

/** The recording of an environment, `code-lake`. Rejects when it cannot be fetched or read; it may be asked for again. */
export function fetchRecording(environment: string): Promise<Recording> {
  const known = kept.get(environment);
  if (known) return known;
  const wanted = read(environment);
  kept.set(environment, wanted);
  wanted.catch(() => kept.delete(environment));
  return wanted;
}

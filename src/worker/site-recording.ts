/** Recorded agents as the site serves them: `recorded/<name>/` beside the page. */

import { WaymarkError } from '../core/errors.ts';
import { readRecordedAgent, type RecordedAgent } from '../runs/recorded-agent.ts';
import { recordingPath } from '../runs/recording.ts';
import { fetchSiteFile } from './site-file.ts';

/** A name is one folder and nothing else. */
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Fetches a recording with its adapter. `site` is the address of the folder that the page lies in. Throws `not-found`
 * when the site does not have it, `bad-file` when its files are damaged.
 */
export async function fetchRecordedAgent(site: string, name: string): Promise<RecordedAgent> {
  const missing = (): WaymarkError =>
    new WaymarkError('not-found', `This site does not have the recording "${name}".`, 'Choose another agent.');
  if (!NAME.test(name)) throw missing();
  return readRecordedAgent((file) =>
    fetchSiteFile(site, { what: 'The recorded agent', path: recordingPath(name, file), missing }),
  );
}

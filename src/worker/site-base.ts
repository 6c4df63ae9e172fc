/** Base models as the site serves them: `models/<name>/` beside the page, wherever the site lies. */

import { WaymarkError } from '../core/errors.ts';
import { loadBaseModel, type BaseModel } from '../policy/model.ts';

/**
 * Fetches a base. `site` is the address of the folder that the page lies in. Throws `no-build` when the site does not
 * have it, `not-found` when it cannot be reached, `bad-model` or `bad-file` when its files are damaged.
 */
export async function fetchBaseModel(site: string, name: string): Promise<BaseModel> {
  return loadBaseModel(async (file) => {
    const address = new URL(`models/${name}/${file}`, site);
    let answer: Response;
    try {
      answer = await fetch(address);
    } catch (cause) {
      const message = 'The base model could not be fetched.';
      throw new WaymarkError('not-found', message, 'Check the connection and try again.', { cause });
    }
    if (!answer.ok) {
      throw new WaymarkError(
        'no-build',
        `This site does not have the base model ${name} (${file}: ${answer.status}).`,
        'Reload the page; a run that began on another base needs a site that still has it.',
      );
    }
    return new Uint8Array(await answer.arrayBuffer());
  });
}

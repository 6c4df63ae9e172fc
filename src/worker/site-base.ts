/** Base models as the site serves them: `models/<name>/` beside the page, wherever the site lies. */

import { WaymarkError } from '../core/errors.ts';
import { loadBaseModel, type BaseModel } from '../policy/model.ts';
import { fetchSiteFile } from './site-file.ts';

/**
 * Fetches a base. `site` is the address of the folder that the page lies in. Throws `no-build` when the site does not
 * have it, `not-found` when it cannot be reached, `bad-model` or `bad-file` when its files are damaged.
 */
export async function fetchBaseModel(site: string, name: string): Promise<BaseModel> {
  return loadBaseModel((file) =>
    fetchSiteFile(site, {
      what: 'The base model',
      path: `models/${name}/${file}`,
      missing: (status) =>
        new WaymarkError(
          'no-build',
          `This site does not have the base model ${name} (${file}: ${status}).`,
          'Reload the page; a run that began on another base needs a site that still has it.',
        ),
    }),
  );
}

/** Which expertise belongs to which environment. */

import { WaymarkError } from '../../core/errors.ts';
import { alchemyExpertise } from './alchemy.ts';
import { lakeExpertise } from './code-lake.ts';
import type { Expertise } from './expertise.ts';
import { houseExpertise } from './text-house.ts';

const EXPERTS: ReadonlyMap<string, Expertise> = new Map([
  ['code-lake', lakeExpertise],
  ['text-house', houseExpertise],
  ['alchemy', alchemyExpertise],
]);

/** The expertise for an environment by its name. Throws `not-found`. */
export function findExpertise(environment: string): Expertise {
  const expertise = EXPERTS.get(environment);
  if (expertise === undefined) throw new WaymarkError('not-found', `No scripted player knows "${environment}".`);
  return expertise;
}

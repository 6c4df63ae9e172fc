/** Every environment there is, by name. A new environment is added here and nowhere else. */

import { WaymarkError } from '../core/errors.ts';
import { alchemy } from './alchemy/alchemy.ts';
import { codeLake } from './code-lake/code-lake.ts';
import { toEnvironment, type Environment } from './moment.ts';
import { textHouse } from './text-house/text-house.ts';

const ENVIRONMENTS: ReadonlyMap<string, Environment> = new Map(
  [toEnvironment(codeLake), toEnvironment(textHouse), toEnvironment(alchemy)].map((environment) => [
    environment.name,
    environment,
  ]),
);

/** As in ids, the default environment first. */
export const environmentNames: readonly string[] = [...ENVIRONMENTS.keys()];

/** The environment of that name. Throws `bad-id` naming those there are. */
export function findEnvironment(name: string): Environment {
  const environment = ENVIRONMENTS.get(name);
  if (environment === undefined) {
    throw new WaymarkError(
      'bad-id',
      `There is no environment "${name}".`,
      `Use one of: ${environmentNames.join(', ')}.`,
    );
  }
  return environment;
}

/**
 * `npm run i18n [-- --check]`: extracts the page's messages, writes the XLIFF files that translators work on, and the
 * modules that the page loads. With `--check` nothing is written: it fails where a message has no translation or a
 * wrong one, and where what stands on disk is not what would be written.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { WaymarkError } from '../src/core/errors.ts';
import { localeModule } from './i18n/locale-module.ts';
import { readCatalogue, type Catalogue, type Translations } from './i18n/messages.ts';
import { problems } from './i18n/problems.ts';
import { pseudoTranslations } from './i18n/pseudo.ts';

const SOURCE = 'en';
const PSEUDO = 'en-XA';
const MOST_LINES = 40;

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

try {
  const catalogue = readCatalogue(process.cwd());
  if (!values.check) await write(catalogue);
  const found = [...translationProblems(catalogue), ...(values.check ? outdated(catalogue) : [])];
  if (found.length > 0) {
    const more = found.length > MOST_LINES ? [`and ${found.length - MOST_LINES} more`] : [];
    console.error([...found.slice(0, MOST_LINES), ...more].join('\n'));
    process.exitCode = 1;
  } else {
    const languages = [...catalogue.translations.keys()].join(', ');
    console.log(`${catalogue.messages.length} messages, all of them in ${languages}.`);
  }
} catch (error) {
  if (!(error instanceof WaymarkError)) throw error;
  console.error(`${error.message} ${error.remedy}`.trim());
  process.exitCode = 1;
}

/** What the modules of all languages must hold, by path. */
function modules({ messages, translations, outputFolder }: Catalogue): ReadonlyMap<string, string> {
  const all: readonly (readonly [string, Translations])[] = [...translations, [PSEUDO, pseudoTranslations(messages)]];
  return new Map(
    all.map(([locale, said]) => [join(outputFolder, `${locale}.ts`), localeModule(messages, said, locale)]),
  );
}

async function write(catalogue: Catalogue): Promise<void> {
  await catalogue.writeInterchange();
  for (const [path, text] of modules(catalogue)) writeFileSync(path, text);
}

function translationProblems({ messages, translations }: Catalogue): readonly string[] {
  const own = new Map(messages.map(({ id, pieces }) => [id, pieces]));
  return [
    ...problems(messages, own, SOURCE),
    ...[...translations].flatMap(([locale, said]) => problems(messages, said, locale)),
  ];
}

function outdated(catalogue: Catalogue): readonly string[] {
  return [...modules(catalogue)]
    .filter(([path, text]) => !stands(path, text))
    .map(([path]) => `${path} is not what the messages say: run "npm run i18n".`);
}

function stands(path: string, text: string): boolean {
  try {
    return readFileSync(path, 'utf8') === text;
  } catch {
    return false;
  }
}

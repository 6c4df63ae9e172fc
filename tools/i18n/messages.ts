/**
 * The page's messages and what translators have made of them, as plain data. Messages are extracted from the source
 * by @lit/localize-tools, which also reads and writes the XLIFF files; the rest of this folder knows neither.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConfigFileAndWriteSchema } from '@lit/localize-tools/lib/config.js';
import type {
  Message as ExtractedMessage,
  Placeholder as ExtractedPlaceholder,
} from '@lit/localize-tools/lib/messages.js';
import { RuntimeLitLocalizer } from '@lit/localize-tools/lib/modes/runtime.js';
import { parseStringAsTemplateLiteral, stringifyDiagnostics } from '@lit/localize-tools/lib/typescript.js';
import ts from 'typescript';
import { WaymarkError } from '../../src/core/errors.ts';

/** Text, or the number of one of the message's placeholders. */
export type Piece = string | number;

/** What stands in a placeholder: pieces of markup as the source has them, with expressions between them. */
export interface Placeholder {
  /** One more than there are expressions; a placeholder that is a bare expression has two empty ones. */
  readonly markup: readonly string[];
}

export interface SourceMessage {
  /** The hash of its text, by which the page finds its translation. */
  readonly id: string;
  /** `html` when it is a template of elements, `str` when it is a string with expressions in it. */
  readonly tag: 'html' | 'str' | null;
  readonly pieces: readonly Piece[];
  readonly placeholders: readonly Placeholder[];
}

/** The translated pieces of one language by the id of the message. */
export type Translations = ReadonlyMap<string, readonly Piece[]>;

export interface Catalogue {
  readonly messages: readonly SourceMessage[];
  /** By the code of the language, the source's own aside. */
  readonly translations: ReadonlyMap<string, Translations>;
  /** Writes the XLIFF files anew, in the order of the source: what is no longer said is dropped. */
  readonly writeInterchange: () => Promise<void>;
  /** Where the generated modules go. */
  readonly outputFolder: string;
}

function markupOf(untranslatable: string): readonly string[] {
  const template = parseStringAsTemplateLiteral(untranslatable);
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
  return [template.head.text, ...template.templateSpans.map((span) => span.literal.text)];
}

function placeholdersOf({ contents }: ExtractedMessage): readonly ExtractedPlaceholder[] {
  return contents.filter((content) => typeof content !== 'string');
}

/** Placeholders that hold the same are one: a counted message repeats them in every form. */
function piecesOf({ contents }: ExtractedMessage, source: ExtractedMessage): readonly Piece[] {
  const placeholders = placeholdersOf(source);
  return contents.map((content) => {
    if (typeof content === 'string') return content;
    const { untranslatable } = placeholders[content.index] ?? content;
    return placeholders.find((one) => one.untranslatable === untranslatable)?.index ?? content.index;
  });
}

/** Reads everything. Throws a `WaymarkError` where a call of `msg` cannot be extracted, with the place. */
export function readCatalogue(root: string): Catalogue {
  const config = readConfigFileAndWriteSchema(join(root, 'lit-localize.json'));
  const { output, interchange } = config;
  if (output.mode !== 'runtime' || interchange.format !== 'xliff') {
    throw new WaymarkError('bad-request', 'lit-localize.json', 'must ask for runtime mode and XLIFF.');
  }
  const localizer = new RuntimeLitLocalizer({ ...config, output });
  const { messages, errors } = localizer.extractSourceMessages();
  if (errors.length > 0) {
    throw new WaymarkError('bad-request', 'Some messages cannot be translated.', stringifyDiagnostics(errors));
  }
  const { translations } = localizer.readTranslationsSync();
  const sources = new Map<string, ExtractedMessage>(messages.map((message) => [message.name, message]));
  return {
    messages: messages.map((message) => ({
      id: message.name,
      tag: message.tag ?? null,
      pieces: piecesOf(message, message),
      placeholders: placeholdersOf(message).map(({ untranslatable }) => ({ markup: markupOf(untranslatable) })),
    })),
    translations: new Map(
      config.targetLocales.map((locale) => [
        locale,
        new Map(
          (translations.get(locale) ?? []).map((message) => [
            message.name,
            piecesOf(message, sources.get(message.name) ?? message),
          ]),
        ),
      ]),
    ),
    writeInterchange: async () => {
      // Without the old file the new one has the order of the source, whatever was added when.
      for (const locale of config.targetLocales) {
        rmSync(config.resolve(join(interchange.xliffDir, `${locale}.xlf`)), { force: true });
      }
      await localizer.writeInterchangeFiles();
    },
    outputFolder: config.resolve(output.outputDir),
  };
}

/** One caption for every still: the move, or what the agent has just written, in plain words. */

import { msg, str } from '@lit/localize';
import type { Scene } from '../../../environments/scene.ts';
import { findEnvironment } from '../../../environments/registry.ts';
import { counted } from '../../i18n/counted.ts';
import { list } from '../format.ts';
import { noteLines } from '../note-lines.ts';
import { taskName, taskNumber, type Still } from '../../replay/still.ts';
import { alchemyCaption } from './alchemy-caption.ts';
import { houseCaption } from './house-caption.ts';
import { lakeCaption } from './lake-caption.ts';
import { said, sentences, type Phrase } from './phrase.ts';

/** The sentences of a world's own caption. */
export type Sentences = readonly (string | null)[];

function worldCaption(still: Exclude<Still, { kind: 'writing' }>, scene: Scene): Sentences {
  switch (scene.kind) {
    case 'lake':
      return lakeCaption(still, scene);
    case 'house':
      return houseCaption(still, scene);
    case 'alchemy':
      return alchemyCaption(still, scene);
  }
}

function quoted(lines: readonly { readonly text: string }[]): string {
  return list(lines.map(({ text }) => said(text)));
}

function writingCaption(still: Extract<Still, { kind: 'writing' }>): Sentences {
  const { update } = still;
  const task = taskNumber(still);
  if (!update.valid) {
    return [msg(str`After task ${task}: what it writes cannot be read as notes, so it has none now.`)];
  }
  if (update.notes.length === 0) return [msg(str`After task ${task} it writes nothing.`)];
  const environment = findEnvironment(still.environment);
  const lines = noteLines(update.notes, update.oldNotes, still.truth, null, (words) => environment.parseFacts(words));
  const news = lines.filter((line) => line.change === 'new');
  const gone = lines.filter((line) => line.change === 'dropped');
  const { trueFacts, worldFacts } = update;
  return [
    news.length > 0
      ? msg(str`After task ${task} it adds ${quoted(news)}.`)
      : msg(str`After task ${task} it adds nothing.`),
    gone.length > 0 ? msg(str`It drops ${quoted(gone)}.`) : null,
    counted(
      trueFacts,
      msg(
        str`Its notes hold {n} true fact of the ${worldFacts} there are to know.|Its notes hold {n} true facts of the ${worldFacts} there are to know.`,
      ),
    ),
  ];
}

/** The still in words. */
export function caption(still: Still): Phrase {
  if (still.kind === 'writing') return sentences(...writingCaption(still));
  const world = worldCaption(still, still.scene);
  if (still.kind === 'move') return sentences(...world);
  const reads = still.notes.length === 0 ? msg('Its notes are empty.') : msg('It reads its notes.');
  return sentences(`${taskName(still)}.`, ...world, reads);
}

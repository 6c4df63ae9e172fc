/** One caption for every still: the move, or what the agent has just written, in plain words. */

import type { Scene } from '../../../environments/scene.ts';
import { findEnvironment } from '../../../environments/registry.ts';
import { plural } from '../format.ts';
import { noteLines } from '../note-lines.ts';
import { taskName, taskNumber, type Still } from '../../replay/still.ts';
import { alchemyCaption } from './alchemy-caption.ts';
import { houseCaption } from './house-caption.ts';
import { lakeCaption } from './lake-caption.ts';
import { plain, sentences, type Phrase } from './phrase.ts';

function worldCaption(still: Exclude<Still, { kind: 'writing' }>, scene: Scene): Phrase {
  switch (scene.kind) {
    case 'lake':
      return lakeCaption(still, scene);
    case 'house':
      return houseCaption(still, scene);
    case 'alchemy':
      return alchemyCaption(still, scene);
  }
}

function quoted(texts: readonly string[]): Phrase {
  return texts.flatMap((text, index): Phrase => {
    const before = index === 0 ? '' : index === texts.length - 1 ? ' and ' : ', ';
    return [...(before === '' ? [] : plain(before)), { text, token: true }];
  });
}

function writingCaption(still: Extract<Still, { kind: 'writing' }>): Phrase {
  const { update } = still;
  const start = plain(`After task ${taskNumber(still)}`);
  if (!update.valid) return [...start, ...plain(': what it writes cannot be read as notes, so it has none now.')];
  if (update.notes.length === 0) return [...start, ...plain(' it writes nothing.')];
  const environment = findEnvironment(still.environment);
  const lines = noteLines(update.notes, update.oldNotes, still.truth, null, (words) => environment.parseFacts(words));
  const news = lines.filter((line) => line.change === 'new').map((line) => line.text);
  const gone = lines.filter((line) => line.change === 'dropped').map((line) => line.text);
  const wrote =
    news.length > 0
      ? [...start, ...plain(' it adds '), ...quoted(news), ...plain('.')]
      : [...start, ...plain(' it adds nothing.')];
  const facts = plain(
    `Its notes hold ${plural(update.trueFacts, 'true fact')} of the ${update.worldFacts} there are to know.`,
  );
  return sentences(wrote, gone.length > 0 ? [...plain('It drops '), ...quoted(gone), ...plain('.')] : null, facts);
}

/** The still in words. */
export function caption(still: Still): Phrase {
  if (still.kind === 'writing') return writingCaption(still);
  if (still.kind === 'move') return worldCaption(still, still.scene);
  const reads = still.notes.length === 0 ? 'Its notes are empty.' : 'It reads its notes.';
  return sentences(plain(`${taskName(still)}.`), worldCaption(still, still.scene), plain(reads));
}

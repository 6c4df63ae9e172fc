/** What a test of the notes has found, in sentences that go no further than the intervals. Pure. */

import { msg, str } from '@lit/localize';
import type { EvaluationRecord, Interval } from '../../learning/records.ts';
import type { NoteTrial } from '../../worker/lab-protocol.ts';
import { counted } from '../i18n/counted.ts';
import { inSequence, points } from './format.ts';
import { labFigures } from './lab-figures.ts';

export interface Finding {
  readonly title: string;
  readonly detail: string;
}

/** What a difference shows: more, less, or nothing that its interval can tell from nought. */
export function verdict({ low, high }: Interval): 'more' | 'less' | 'unclear' {
  if (low > 0) return 'more';
  return high < 0 ? 'less' : 'unclear';
}

/** A difference in whole points without its sign. */
function size({ mean }: Interval): number {
  return Math.abs(Math.round(mean * 100));
}

/** `+47, 95 % interval +43 to +51` */
export function difference(interval: Interval): string {
  const [mean, low, high] = [interval.mean, interval.low, interval.high].map(points);
  return msg(str`${mean}, 95 % interval ${low} to ${high}`);
}

/** The sentence at the top of the lab. */
export function labHeadline(evaluation: EvaluationRecord | null): string {
  if (!evaluation) return msg('What are its notes worth? Take them away and see.');
  const { lift } = evaluation;
  switch (verdict(lift)) {
    case 'more': {
      const rise = labFigures(evaluation).erasedRise;
      if (rise && rise.low <= 0) return msg('Erase its notes and the staircase goes flat.');
      return counted(
        size(lift),
        msg('Erase its notes and it falls by {n} point.|Erase its notes and it falls by {n} points.'),
      );
    }
    case 'less':
      return msg('Erase its notes and it does better: they mislead it.');
    case 'unclear':
      return msg('Erase its notes and nothing changes that this test can show.');
  }
}

function ownNotes(evaluation: EvaluationRecord): Finding {
  const { lift, liftPositions, packs } = evaluation;
  const [first, last] = [liftPositions[0] ?? 1, liftPositions.at(-1) ?? 1];
  const detail = msg(
    str`Kept minus erased over tasks ${first} to ${last}: ${difference(lift)}. The same ${packs} packs, the same random numbers.`,
  );
  switch (verdict(lift)) {
    case 'more':
      return {
        title: counted(size(lift), msg('Its own notes are worth {n} point.|Its own notes are worth {n} points.')),
        detail,
      };
    case 'less':
      return {
        title: counted(size(lift), msg('Its own notes cost it {n} point.|Its own notes cost it {n} points.')),
        detail,
      };
    case 'unclear':
      return { title: msg('Its own notes are worth nothing that this test can show.'), detail };
  }
}

function wrongNotes(interval: Interval): Finding {
  const detail = msg(str`Swapped minus erased, over the same tasks: ${difference(interval)}.`);
  switch (verdict(interval)) {
    case 'less':
      return {
        title: msg('Wrong notes are worse than none.'),
        detail: inSequence([msg('It trusts what it reads.'), detail]),
      };
    case 'more':
      return { title: msg('Even notes from another world help it.'), detail };
    case 'unclear':
      return { title: msg('Wrong notes do neither good nor harm that this test can show.'), detail };
  }
}

function fullTruth(interval: Interval): Finding {
  const detail = msg(str`Truth minus kept, over the same tasks: ${difference(interval)}.`);
  switch (verdict(interval)) {
    case 'more':
      return {
        title: counted(
          size(interval),
          msg('All that is true would be worth {n} point more.|All that is true would be worth {n} points more.'),
        ),
        detail,
      };
    case 'less':
      return { title: msg('It does better with its own notes than with all that is true.'), detail };
    case 'unclear':
      return { title: msg('Its own notes do as well as all that is true, as far as this test can show.'), detail };
  }
}

/** What a test has found, the most important first. */
export function labFindings(evaluation: EvaluationRecord): readonly Finding[] {
  const { swapped, missing } = labFigures(evaluation);
  return [ownNotes(evaluation), ...(swapped ? [wrongNotes(swapped)] : []), ...(missing ? [fullTruth(missing)] : [])];
}

/** What the visitor's note did. */
export function trialFinding({ tasks, results }: NoteTrial): Finding {
  const { yours, agents } = results;
  const own = msg(str`Its own notes, from a life of its own in this world: ${difference(agents.gain)}.`);
  const count = counted(tasks.length, msg('{n} task|{n} tasks'));
  const given = msg(str`Against no notes, on the same ${count}: ${difference(yours.gain)}.`);
  const detail = inSequence([given, own]);
  switch (verdict(yours.gain)) {
    case 'more':
      return {
        title: counted(size(yours.gain), msg('Your note is worth {n} point.|Your note is worth {n} points.')),
        detail,
      };
    case 'less':
      return {
        title: counted(size(yours.gain), msg('Your note costs it {n} point.|Your note costs it {n} points.')),
        detail,
      };
    case 'unclear':
      return { title: msg('Your note makes no difference that this test can show.'), detail };
  }
}

/** Credit in words: whose episode, how it stood in its group, what training did to each word. Pure. */

import { msg, str } from '@lit/localize';
import type { EpisodeCredit, TokenCredit } from '../../worker/lab-protocol.ts';
import { standing } from '../charts/credit-squares.ts';
import { perLocale } from '../i18n/locale.ts';
import { whole } from './format.ts';

const plain = perLocale(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
const signed = perLocale(
  (locale) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' }),
);
const shares = perLocale((locale) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 }));

/** A return, to two places. */
export function reward(value: number): string {
  return plain().format(value);
}

/** An advantage with its sign: `+0.12`, `−0.25`. */
export function advantageFigure(value: number): string {
  // Adding 0 turns the negative zero of rounding into the plain one.
  return signed()
    .format(Math.round(value * 100) / 100 + 0)
    .replace('-', '−');
}

/** A probability in percent with two digits that say something: `62`, `0.31`. */
export function probability(share: number): string {
  return shares().format(share * 100);
}

/** `solve 2`, `notes after task 2`. */
export function episodeName({ kind, position }: EpisodeCredit): string {
  return kind === 'solve' ? msg(str`task ${whole(position + 1)}`) : msg(str`notes after task ${whole(position + 1)}`);
}

/** One square in words. */
export function squareWords(life: number, episode: EpisodeCredit): string {
  const which = msg(str`Life ${whole(life + 1)}, ${episodeName(episode)}`);
  switch (standing(episode.advantage)) {
    case 'above':
      return msg(str`${which}: ${advantageFigure(episode.advantage)}, above its group`);
    case 'below':
      return msg(str`${which}: ${advantageFigure(episode.advantage)}, below its group`);
    case 'level':
      return msg(str`${which}: level with its group`);
  }
}

/** How an episode's numbers hang together, as one sentence. */
export function creditSentence({ kind, reward: earned, return: gained, baseline, advantage }: EpisodeCredit): string {
  const numbers =
    kind === 'solve'
      ? msg(str`It earned ${reward(earned)} itself, and its return is ${reward(gained)}.`)
      : msg(str`Writing notes earns nothing itself; its return, from later tasks, is ${reward(gained)}.`);
  const compared = msg(
    str`Its group’s baseline is ${reward(baseline)}, so its advantage is ${advantageFigure(advantage)}.`,
  );
  return `${numbers} ${compared}`;
}

/** What training did to one of its own words. */
export type TokenFate = 'more' | 'less' | 'masked' | 'none';

export function tokenFate({ mask }: TokenCredit, advantage: number): TokenFate {
  if (mask === 0) return 'masked';
  const place = standing(advantage);
  return place === 'above' ? 'more' : place === 'below' ? 'less' : 'none';
}

export function fateWords(fate: TokenFate): string {
  switch (fate) {
    case 'more':
      return msg('more of this');
    case 'less':
      return msg('less of this');
    case 'masked':
      return msg('left out by the clip');
    case 'none':
      return msg('no credit, no change asked for');
  }
}

/** What is said of QR codes. Pure. */

import { msg, str } from '@lit/localize';
import { counted } from '../i18n/counted.ts';
import type { QrTarget } from '../state/share-state.ts';
import { whole } from './format.ts';

/** How long a link is. */
export function lengthWords(characters: number): string {
  return counted(characters, msg('{n} character|{n} characters'));
}

/** Why there is no QR code. */
export function tooLongWords(characters: number, most: number): string {
  return msg(str`Too long for a QR code: it has ${whole(characters)} characters, and ${whole(most)} are the most.`);
}

/** What stands over the link itself, or over its beginning, for those who cannot scan it. */
export function linkInWords(characters: number, isCut: boolean): string {
  const length = lengthWords(characters);
  return isCut
    ? msg(str`Cannot scan it? Ask for the link. It has ${length} and begins:`)
    : msg(str`Cannot scan it? This is the link, ${length}:`);
}

/** The heading over a QR code. */
export function qrTitle({ kind, name }: QrTarget): string {
  switch (kind) {
    case 'class':
      return msg('Scan to begin');
    case 'setup':
      return name === null ? msg('Scan for the recipe') : msg(str`Scan for the recipe of ${name}`);
    case 'receipt':
      return name === null ? msg('Scan for the receipt') : msg(str`Scan for the receipt of ${name}`);
    case 'agent':
      return name === null ? msg('Scan for the agent') : msg(str`Scan for the agent of ${name}`);
  }
}

/** The picture in words. */
export function qrWords({ kind }: QrTarget): string {
  switch (kind) {
    case 'class':
      return msg('QR code of the class link to this page');
    case 'setup':
      return msg('QR code of a link to this page that proposes the recipe');
    case 'receipt':
      return msg('QR code of a link to this page that shows the receipt, to be checked');
    case 'agent':
      return msg('QR code of a link to this page that shows the agent, to be checked');
  }
}

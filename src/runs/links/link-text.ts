/** Links as addresses, and what they carry found again in whatever somebody pastes. */

/** The entry of the fragment, which browsers never send anywhere. */
const ENTRY = 'open';
const BEHIND_ENTRY = new RegExp(`[#&]${ENTRY}=([^]*)`);

/** Anything shorter carries nothing. */
const LEAST_CHARACTERS = 16;

const RUN = /^[A-Za-z0-9_-]*/;
/** What mail programs put before quoted lines, and people around addresses. */
const BEFORE_LINE = /^[\s<>"']+/;
const AFTER_LINE = /[\s<>"']+$/;
/** A line that greets rather than goes on. */
const WORD = /^[A-Z]?[a-z]*$/;

/** The address of a link. `site` is the address of the page, without a fragment. */
export function linkOf(site: string, payload: string): string {
  return `${site}#${ENTRY}=${payload}`;
}

/**
 * What a link carries, out of a pasted text: an address, alone or among other words, in angle brackets, broken into
 * lines by a mail program; or what stands behind `#open=` alone. Null where there is nothing of the kind. Whether it can
 * be read, `decodeLink` says.
 */
export function payloadOf(text: string): string | null {
  const behind = BEHIND_ENTRY.exec(text);
  const lines = (behind?.[1] ?? text.replace(BEFORE_LINE, ''))
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(BEFORE_LINE, '').replace(AFTER_LINE, ''));
  const payload = runOver(lines);
  if (behind !== null) return payload === '' ? null : payload;
  // Without an address around it, nothing else may stand beside it.
  return payload.length >= LEAST_CHARACTERS && payload === lines.join('') ? payload : null;
}

/** The characters of a link from the beginning of the first line to where they end, over lines that go on with them. */
function runOver(lines: readonly string[]): string {
  let payload = '';
  for (const [index, line] of lines.entries()) {
    const run = RUN.exec(line)?.[0] ?? '';
    if (run === '' || (index > 0 && WORD.test(run))) break;
    payload += run;
    if (run !== line) break;
  }
  return payload;
}

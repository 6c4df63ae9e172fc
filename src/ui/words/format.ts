/** How figures and lists are written on screen, in one place. */

const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Small whole numbers as words: `four`; larger ones as figures. */
export function numberWord(count: number, capital = false): string {
  const word = NUMBER_WORDS[count] ?? String(count);
  return capital ? word[0].toUpperCase() + word.slice(1) : word;
}

/** `1 move`, `3 moves`. */
export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}

/** `a`, `a and b`, `a, b and c`; with another separator where the items hold commas. */
export function list(items: readonly string[], separator = ', '): string {
  if (items.length < 2) return items[0] ?? 'none';
  return `${items.slice(0, -1).join(separator)} and ${items[items.length - 1]}`;
}

/** A share as a whole percentage, `31`, without its sign. */
export function percent(share: number): string {
  return String(Math.round(share * 100));
}

/** A difference of shares in whole points with its sign: `+41`, `−2`, `0`. */
export function points(difference: number): string {
  const whole = Math.round(difference * 100);
  if (whole === 0) return '0';
  return whole > 0 ? `+${whole}` : `−${-whole}`;
}

/** A time span in words: `about 40 s`, `about 3 min`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(1, Math.round(seconds / 5) * 5)} s`;
  return `about ${Math.round(seconds / 60)} min`;
}

/** Lets a part of a picture come to its place from where it was: the walker walks, nothing else on the page moves. */

/** Distance in units of the picture. */
export interface Offset {
  readonly x: number;
  readonly y: number;
}

/**
 * Moves the part from `from` to where it is drawn, at `speed` times the pace that the design sets. Does nothing where
 * that pace is nought, as it is for visitors who want no motion.
 */
export function walkHome(part: Element, from: Offset, speed: number): void {
  const duration = parseFloat(getComputedStyle(part).getPropertyValue('--move')) / speed;
  if (!(duration > 0)) return;
  part.animate(
    { transform: [`translate(${from.x}px, ${from.y}px)`, 'translate(0, 0)'] },
    { duration, easing: 'cubic-bezier(0.45, 0, 0.3, 1)' },
  );
}

/** Colours of the theme as a canvas needs them: resolved, where a style sheet would do with the token's name. */

/** What a token such as `--ink` is now. `probe` is an element of the page that nothing else colours. */
export function tokenColour(probe: HTMLElement, token: string): string {
  probe.style.color = `var(${token})`;
  return getComputedStyle(probe).color;
}

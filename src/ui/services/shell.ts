/**
 * Puts the page on the screen, and builds it again when it speaks another language: whatever the visitor has done lives
 * on in the stores. Focus and scrolling return to where they were.
 */

import type { App } from '../app.ts';

/** A way down through elements and their shadow roots: which child, at every step. */
type Way = readonly { readonly shadow: boolean; readonly index: number }[];

function childrenOf(node: Element, shadow: boolean): readonly Element[] {
  return [...((shadow ? node.shadowRoot : node)?.children ?? [])];
}

function wayTo(top: Element): Way {
  const way: { shadow: boolean; index: number }[] = [];
  let node: Element | null = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  while (node && node !== top) {
    const parent: Node | null = node.parentNode;
    const shadow = parent instanceof ShadowRoot;
    const owner: Element | null = shadow ? parent.host : node.parentElement;
    if (!owner) return [];
    way.unshift({ shadow, index: childrenOf(owner, shadow).indexOf(node) });
    node = owner;
  }
  return node ? way : [];
}

function follow(top: Element, way: Way): Element | undefined {
  let node: Element | undefined = top;
  for (const { shadow, index } of way) node = node && childrenOf(node, shadow)[index];
  return node;
}

function drawn(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Shows the page of an app. */
export function showShell(app: App): void {
  const make = () => Object.assign(document.createElement('wm-app'), { app });
  let shell = make();
  let spoken = app.language.state.language;
  document.body.append(shell);
  app.language.subscribe(() => {
    const { language } = app.language.state;
    if (language === spoken) return;
    spoken = language;
    const way = wayTo(shell);
    const height = scrollY;
    const next = make();
    shell.replaceWith(next);
    shell = next;
    void drawn().then(() => {
      const place = way.length > 0 ? follow(next, way) : undefined;
      if (place instanceof HTMLElement) place.focus({ preventScroll: true });
      scrollTo(0, height);
    });
  });
}

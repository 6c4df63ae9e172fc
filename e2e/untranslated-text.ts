/** What a page in the pseudo-locale says outside the brackets that every translated message stands in. */

import type { Page } from '@playwright/test';

/**
 * Text on screen, and names and descriptions for screen readers, that no message gave: letters outside ⟦ ⟧ that are not
 * marked as never translated. A message with elements in it is spread over several text nodes, so brackets are counted
 * through the whole page.
 */
export function untranslatedText(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const SPOKEN_ATTRIBUTES = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
    const NEVER_SEEN = new Set(['STYLE', 'SCRIPT', 'TEMPLATE', 'NOSCRIPT', 'META', 'LINK']);
    const found: string[] = [];
    let depth = 0;

    /** The part of a text outside all brackets. */
    function outside(text: string): string {
      let rest = '';
      for (const letter of text) {
        if (letter === '⟦') depth += 1;
        else if (letter === '⟧') depth -= 1;
        else if (depth === 0) rest += letter;
      }
      return rest;
    }

    function note(element: Element, text: string): void {
      const rest = outside(text);
      if (/\p{Letter}/u.test(rest)) found.push(`${element.localName}: ${rest.replace(/\s+/g, ' ').trim()}`);
    }

    function walk(node: Node, parent: Element): void {
      // The letter on a key is the same in every language.
      if (parent.localName === 'kbd' && node instanceof Text && node.data.trim().length === 1) return;
      if (node instanceof Text) {
        note(parent, node.data);
        return;
      }
      if (!(node instanceof Element) || NEVER_SEEN.has(node.tagName)) return;
      if (node.getAttribute('translate') === 'no' || !node.checkVisibility()) return;
      for (const name of SPOKEN_ATTRIBUTES) note(node, node.getAttribute(name) ?? '');
      const children = node instanceof HTMLSlotElement ? node.assignedNodes() : (node.shadowRoot ?? node).childNodes;
      for (const child of children) walk(child, node);
    }

    walk(document.body, document.body);
    return found;
  });
}

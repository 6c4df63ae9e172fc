/** What a machine can tell of whether a page can be used by everyone. */

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules that the page breaks, with the elements that break them. */
export async function violations(page: Page): Promise<readonly string[]> {
  const found = await new AxeBuilder({ page }).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** Whatever is folded away is looked at too. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    const visit = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll('*')) {
        if (element instanceof HTMLDetailsElement) element.open = true;
        if (element.shadowRoot) visit(element.shadowRoot);
      }
    };
    visit(document);
  });
}

/** All of a page keeps the rules, and fits its width. Goes on where it does not, so that all is found at once. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await unfold(page);
  expect.soft(await violations(page), what).toEqual([]);
  await expectToFit(page, what);
}

/**
 * Nothing stands beyond the page's width, once what is drawn to measure has been measured. Goes on where it does not, so
 * that all is found at once.
 */
export async function expectToFit(page: Page, what: string): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
      message: `how far ${what} scrolls sideways`,
    })
    .toBeLessThanOrEqual(0);
}

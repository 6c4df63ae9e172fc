/**
 * A tab of Firefox, driven over WebDriver BiDi: what a visitor does there, by role and name as in Playwright's tests, and
 * everything that went wrong meanwhile.
 */

import { expect } from '@playwright/test';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { launchFirefox } from '../tools/browsers/firefox.ts';

const PATIENCE_MS = 30_000;
const POLL_MS = 100;

export class FirefoxTab {
  readonly page: Page;
  /** Errors of the page and its workers, and files that did not come. */
  readonly wrongs: readonly string[];
  readonly #browser: Browser;
  readonly #site: string | undefined;

  private constructor(browser: Browser, site: string | undefined, page: Page, wrongs: readonly string[]) {
    this.#browser = browser;
    this.#site = site;
    this.page = page;
    this.wrongs = wrongs;
  }

  /** A browser of its own, with an empty profile; `site` is what addresses are relative to. Close it. */
  static async open(site: string | undefined): Promise<FirefoxTab> {
    const browser = await launchFirefox();
    const page = await browser.newPage();
    const wrongs: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') wrongs.push(message.text());
    });
    page.on('pageerror', (error) => wrongs.push(String(error)));
    page.on('requestfailed', (request) => wrongs.push(`failed ${request.url()}`));
    page.on('response', (response) => {
      if (response.status() >= 400) wrongs.push(`${response.status()} ${response.url()}`);
    });
    return new FirefoxTab(browser, site, page, wrongs);
  }

  async goto(address: string): Promise<void> {
    await this.page.goto(new URL(address, this.#site).href);
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }

  /** Waits for the first that is visible with this role and this in its name. */
  async find(role: Role, name: string, patienceMs = PATIENCE_MS): Promise<ElementHandle> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const found = await this.page.evaluateHandle(findByRole, role, name);
      const element = found.asElement() as ElementHandle | null;
      if (element) return element;
      if (Date.now() > deadline) throw new Error(`There is no ${role} “${name}” in:\n${await this.text()}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Presses it with the mouse, again where the page has drawn it anew in between. */
  async press(role: Role, name: string, patienceMs = PATIENCE_MS): Promise<void> {
    const press = async (): Promise<boolean> => {
      const element = await this.find(role, name, patienceMs);
      return element.click().then(
        () => true,
        () => false,
      );
    };
    await expect.poll(press, { message: `press “${name}”`, timeout: patienceMs, intervals: [POLL_MS] }).toBe(true);
  }

  /** Chooses a file where the page first takes one. */
  async choose(path: string): Promise<void> {
    const input = await this.page.waitForSelector('>>> input[type="file"]', { timeout: PATIENCE_MS });
    await input?.uploadFile(path);
  }

  /** Waits until an element of this name shows a heading. */
  async untilShown(tag: string): Promise<void> {
    await expect.poll(() => this.page.evaluate(isShown, tag), { message: tag, timeout: PATIENCE_MS }).toBe(true);
  }

  /** All that can be read on the page, in shadow trees too, with single spaces. */
  text(): Promise<string> {
    return this.page.evaluate(readAll);
  }

  /** Waits until this can be read. */
  async untilRead(words: RegExp, patienceMs = PATIENCE_MS): Promise<void> {
    await expect.poll(() => this.text(), { timeout: patienceMs, intervals: [POLL_MS] }).toMatch(words);
  }
}

type Role = 'button' | 'link' | 'heading' | 'main';

/** Runs in the page. */
function findByRole(role: Role, name: string): Element | null {
  const ofTags: Record<Role, string> = { button: 'button', link: 'a[href]', heading: 'h1, h2, h3', main: 'main' };
  const visit = (root: Document | ShadowRoot): Element | null => {
    for (const element of root.querySelectorAll('*')) {
      const own = element.getAttribute('role');
      const fits = own === null ? element.matches(ofTags[role]) : own === role;
      const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
      if (fits && label.replaceAll(/\s+/g, ' ').includes(name) && element.checkVisibility()) return element;
      const inside = element.shadowRoot ? visit(element.shadowRoot) : null;
      if (inside) return inside;
    }
    return null;
  };
  return visit(document);
}

/** Runs in the page. */
function isShown(tag: string): boolean {
  const visit = (root: Document | ShadowRoot, isInside: boolean): boolean =>
    [...root.querySelectorAll('*')].some((element) => {
      if (isInside && element.localName === 'h1' && element.checkVisibility()) return true;
      return element.shadowRoot !== null && visit(element.shadowRoot, isInside || element.localName === tag);
    });
  return visit(document, false);
}

/** Runs in the page. */
function readAll(): string {
  const words: string[] = [];
  const visit = (node: Node): void => {
    if (node instanceof Text) words.push(node.data);
    if (node instanceof Element && (!node.checkVisibility() || node.matches('style, script'))) return;
    const children = node instanceof Element && node.shadowRoot ? node.shadowRoot.childNodes : node.childNodes;
    const shown = node instanceof HTMLSlotElement && node.assignedNodes().length > 0 ? node.assignedNodes() : children;
    shown.forEach(visit);
  };
  visit(document.body);
  return words.join(' ').replaceAll(/\s+/g, ' ').trim();
}

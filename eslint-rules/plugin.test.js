/** Protects the promises that lint keeps: each rule meets code that keeps its promise and code that breaks it. */

import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, it } from 'vitest';
import plugin from './plugin.js';

RuleTester.describe = describe;
RuleTester.it = it;
RuleTester.itOnly = it.only;

const tester = new RuleTester({ languageOptions: { parser: tseslint.parser } });

/** Code that breaks a promise, and the message it should get. */
function broken(code, ...messageIds) {
  return { code, errors: messageIds.map((messageId) => ({ messageId })) };
}

function check(name, { valid, invalid }) {
  tester.run(name, plugin.rules[name], { valid, invalid });
}

check('file-names', {
  valid: [
    { code: '', filename: 'src/ui/lake-buttons.ts' },
    { code: '', filename: 'src/ui/lake.browser.test.ts' },
  ],
  invalid: [{ ...broken('', 'kebab'), filename: 'src/ui/LakeButtons.ts' }],
});

check('elements-only-draw', {
  valid: [
    'html`<p @click=${() => this.app.actions.run.pause()}></p>`',
    'this.dispatchEvent(new Event("press"))',
    'const timer: ReturnType<typeof setTimeout> | null = null',
    "import type { CopyText } from '../services/clipboard.ts'",
    "import { type CopyText } from '../services/clipboard.ts'",
    "import('./curve-charts.ts')",
    // A name of the file's own means no browser's.
    'function draw(location: string, performance: number) { return location + performance }',
    'const { history } = this; history.map(String)',
  ],
  invalid: [
    broken('setTimeout(() => 1, 5)', 'global'),
    broken('fetch("x")', 'global'),
    broken('const there = localStorage.getItem("x")', 'global'),
    broken('window.open("x")', 'global'),
    broken('globalThis.fetch("x")', 'global'),
    broken('const now = Date.now()', 'global'),
    broken('new Worker("x")', 'global'),
    broken('document.addEventListener("keydown", f)', 'global'),
    broken('link.href = URL.createObjectURL(blob)', 'global'),
    broken('this.app.run.dispatch({ type: "pause-asked" })', 'command'),
    broken('client.send({ type: "start" })', 'command'),
    broken("import { copyText } from '../services/clipboard.ts'", 'service'),
    broken("import { TrainingClient } from '../../worker/client.ts'", 'service'),
    broken("import('../services/screens.ts')", 'service'),
  ],
});

check('lone-actions', {
  valid: [
    "import { colourScheme } from '../state/page-state.ts'",
    "import { act } from '../controllers/actions-list.ts'",
  ],
  invalid: [
    broken("import { PageActions } from './page-actions.ts'", 'lone'),
    broken("import type { PageActions } from './page-actions.ts'", 'lone'),
    broken("export { PageActions } from './page-actions.ts'", 'lone'),
    broken("import('./page-actions.ts')", 'lone'),
  ],
});

check('pure', {
  valid: [
    'export function reduce(state, message) { let next = state; return { ...next, message } }',
    'const whole = new Intl.NumberFormat("en"); export const text = (n) => whole.format(n)',
    "import type { Address } from '../services/address.ts'",
    'declare let answer: number; export const lower = Math.min(answer, 3)',
    // A property that is called like a clock is none.
    'export const performance = (record) => record.performance',
  ],
  invalid: [
    broken('export const now = () => Date.now()', 'global'),
    broken('export const day = () => new Date()', 'global'),
    broken('export const seed = () => Math.random()', 'random'),
    broken('export const width = () => document.body.clientWidth', 'global'),
    broken('let count = 0; export const next = () => ++count', 'kept'),
    broken('export let count = 0', 'kept'),
    broken("import { copyText } from '../services/clipboard.ts'", 'folder'),
    broken("import { PageActions } from '../actions/page-actions.ts'", 'folder'),
  ],
});

check('translated-text', {
  valid: [
    "html`<p>${msg('Pause')}</p>`",
    'msg(html`It wants <b>down</b>.`)',
    'html`<p>${count} × ${total} · 95&nbsp;%</p>`',
    'html`<kbd>S</kbd>`',
    'html`<p translate="no">Waymark</p>`',
    'html`<section translate="no"><p>b4 down</p><input aria-label="b4"></section>`',
    'html`<div class="wide region" id="menu" role="status" aria-live="polite"></div>`',
    "html`<div class=${open ? 'open' : 'shut'}></div>`",
    'html`<!-- a word to the reader --><br>`',
    'svg`<path d="M4 7h16"></path>`',
    'css`p { color: red }`',
    'html`<style>p { color: red }</style>`',
  ],
  invalid: [
    broken('html`<p>Pause</p>`', 'bare'),
    broken('svg`<text>task</text>`', 'bare'),
    broken("html`<p>${on ? 'Pause' : msg('Play')}</p>`", 'bare'),
    broken('html`<p>${`Seed ${seed}`}</p>`', 'bare'),
    broken("html`<p>${'Seed ' + seed}</p>`", 'bare'),
    broken('html`<button aria-label="Close"></button>`', 'bare'),
    broken("html`<button aria-label=${on ? 'Pause' : 'Play'}></button>`", 'bare', 'bare'),
    broken('html`<img alt="A lake">`', 'bare'),
    broken('html`<input placeholder="A note">`', 'bare'),
    broken("html`<wm-big-button .label=${'Play'}></wm-big-button>`", 'bare'),
    broken('html`<p>${figure}</p><p title="${figure} points">${figure}</p>`', 'bare'),
    // What is marked ends with its element.
    broken('html`<b translate="no">b4</b> is down`', 'bare'),
    broken('html`<p>Привет</p>`', 'bare'),
    broken('html`<p>点</p><p>任务</p>`', 'bare'),
  ],
});

check('no-style-attribute', {
  valid: ['html`<p class="style"></p>`', 'svg`<path stroke="red"></path>`', 'html`<style>p { color: red }</style>`'],
  invalid: [
    broken('html`<p style="color: red"></p>`', 'style'),
    broken('html`<p style=${colour}></p>`', 'style'),
    broken('svg`<path d="M0 0" style="fill: red"></path>`', 'style'),
    broken("import { styleMap } from 'lit/directives/style-map.js'", 'style'),
  ],
});

check('tag-name-map', {
  valid: [
    "@customElement('wm-a') class A {}\ndeclare global { interface HTMLElementTagNameMap { 'wm-a': A } }",
    'class A {}',
  ],
  invalid: [
    broken("@customElement('wm-a') class A {}", 'entry'),
    broken(
      "@customElement('wm-a') class A {}\ndeclare global { interface HTMLElementTagNameMap { 'wm-b': A } }",
      'entry',
    ),
    broken(
      "@customElement('wm-a') class A {}\ndeclare global { interface HTMLElementTagNameMap { 'wm-a': B } }",
      'entry',
    ),
  ],
});

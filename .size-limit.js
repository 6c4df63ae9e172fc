/** The budget for what a visitor downloads before the page moves: the scripts that the built index.html names. */

import { existsSync, readFileSync } from 'node:fs';

const PAGE = 'dist/index.html';
const INITIAL_SCRIPT = /<(?:script[^>]+src|link[^>]+rel="modulepreload"[^>]+href)="\.\/([^"]+\.js)"/g;

if (!existsSync(PAGE)) throw new Error(`${PAGE} is missing: run "npm run build" first.`);
const scripts = [...readFileSync(PAGE, 'utf8').matchAll(INITIAL_SCRIPT)].map((match) => `dist/${match[1]}`);
if (scripts.length === 0) throw new Error(`${PAGE} names no script: the budget would measure nothing.`);

export default [{ name: 'initial JavaScript', path: scripts, limit: '150 KB', gzip: true }];

/** The steps of `npm test`. */

import type { Need } from './needs.ts';
import type { Schedulable } from './schedule.ts';

/** One step: a program and how to count what it did. `after` also means that without that step's success, not at all. */
export interface Step extends Schedulable {
  readonly command: readonly [program: string, ...args: string[]];
  /** `check` and `measurement` count as one test by their exit status; runners write a report with counts. */
  readonly kind: 'check' | 'measurement' | 'vitest' | 'playwright';
  readonly needs: readonly Need[];
}

function check(name: string, ...command: Step['command']): Step {
  return { name, command, kind: 'check', needs: [] };
}

function vitest(project: string, ...needs: Need[]): Step {
  return {
    name: project,
    command: ['vitest', 'run', '--project', project],
    kind: 'vitest',
    needs,
  };
}

/** A measurement of the built site that has a limit to keep, and says what it found. */
function onBuiltSite(name: string, ...command: Step['command']): Step {
  return { name, command, kind: 'measurement', needs: ['browser'], after: 'build', isAlone: true };
}

function endToEnd(name: string, project: string, ...needs: Need[]): Step {
  return {
    name,
    // A folder each: Playwright empties it in the beginning.
    command: ['playwright', 'test', '--project', project, '--output', `test-results/${project}`],
    kind: 'playwright',
    needs,
    after: 'build',
  };
}

/**
 * In an order that fills two lanes: one takes the long ones, which keep about a core busy, the other what is left. The
 * checks that fail soonest come early.
 */
export const STEPS: readonly Step[] = [
  check('build', 'vite', 'build', '--logLevel', 'warn'),
  check('format', 'prettier', '--check', '--log-level', 'warn', '.'),
  endToEnd('e2e', 'no-webgpu', 'browser'),
  { ...check('size', 'size-limit'), after: 'build' },
  check('types', 'tsc', '--noEmit'),
  check('lint', 'eslint', '--max-warnings', '0', '.'),
  check('layers', 'depcruise', '--config', '.dependency-cruiser.js', 'src', 'tools', 'e2e', 'test'),
  check('unused', 'knip', '--treat-config-hints-as-errors'),
  check('languages', 'tsx', 'tools/i18n.ts', '--check'),
  vitest('unit'),
  vitest('browser', 'browser'),
  vitest('node-webgpu', 'graphics driver'),
  vitest('browser-webgpu', 'browser'),
  endToEnd('e2e-webgpu', 'webgpu', 'browser'),
  endToEnd('e2e-firefox', 'across-browsers', 'browser', 'firefox'),
  { ...check('browsers', 'tsx', 'tools/browsers.ts'), kind: 'measurement', needs: ['browser', 'firefox'] },
  // The desk's preset: a simulated phone at a quarter of the speed is measured, but not yet held to 95.
  onBuiltSite('lighthouse', 'tsx', 'tools/lighthouse.ts', '--desktop'),
  onBuiltSite('main-thread', 'tsx', 'tools/main-thread.ts'),
];

/** Protects the order in which tests look for a browser, and what happens when there is none. */

import { describe, expect, it } from 'vitest';
import { findBrowser, findFirefox, type Machine } from './browser.ts';
import { ensureBrowser, ensureFirefox, type Installer } from './install-browser.ts';

function machine(present: readonly string[], variables: Machine['variables'] = {}): Machine {
  return {
    variables: { PATH: '/usr/local/bin:/usr/bin', ...variables },
    playwrightBrowser: '/cache/playwright/chrome',
    isExecutable: (file) => present.includes(file),
  };
}

describe('findBrowser', () => {
  it('prefers the override to everything else', () => {
    const found = findBrowser(
      machine(['/opt/mine', '/cache/playwright/chrome', '/usr/bin/chromium'], { WAYMARK_CHROMIUM: '/opt/mine' }),
    );
    expect(found).toBe('/opt/mine');
  });

  it('refuses an override that cannot be run instead of quietly taking another browser', () => {
    const wrong = machine(['/usr/bin/chromium'], { WAYMARK_CHROMIUM: '/opt/gone' });
    expect(() => findBrowser(wrong)).toThrow(/WAYMARK_CHROMIUM names \/opt\/gone/);
  });

  it('treats an empty override as none', () => {
    expect(findBrowser(machine(['/usr/bin/chromium'], { WAYMARK_CHROMIUM: '' }))).toBe('/usr/bin/chromium');
  });

  it('prefers Playwright’s own to the PATH', () => {
    expect(findBrowser(machine(['/usr/bin/chromium', '/cache/playwright/chrome']))).toBe('/cache/playwright/chrome');
  });

  it('takes Chromium before Chrome, wherever on the PATH they are', () => {
    expect(findBrowser(machine(['/usr/local/bin/google-chrome', '/usr/bin/chromium']))).toBe('/usr/bin/chromium');
    expect(findBrowser(machine(['/usr/bin/chrome']))).toBe('/usr/bin/chrome');
  });

  it('finds nothing on a machine without a browser or a PATH', () => {
    expect(findBrowser(machine([]))).toBeNull();
    expect(findBrowser(machine(['/usr/bin/chromium'], { PATH: undefined }))).toBeNull();
  });
});

describe('findFirefox', () => {
  it('takes the one that is named, else the long-term release before others, and never Playwright’s', () => {
    const both = ['/usr/bin/firefox', '/usr/local/bin/firefox-esr', '/opt/mine', '/cache/playwright/chrome'];
    expect(findFirefox(machine(both, { WAYMARK_FIREFOX: '/opt/mine' }))).toBe('/opt/mine');
    expect(findFirefox(machine(both))).toBe('/usr/local/bin/firefox-esr');
    expect(findFirefox(machine(['/usr/bin/firefox']))).toBe('/usr/bin/firefox');
    expect(findFirefox(machine(['/cache/playwright/chrome']))).toBeNull();
    expect(() => findFirefox(machine(both, { WAYMARK_FIREFOX: '/opt/gone' }))).toThrow(/WAYMARK_FIREFOX names/);
  });
});

/** A machine on which exactly one command brings a browser; records what was asked of it. */
function installer(cure: string, mayUseApt: boolean): { installer: Installer; asked: string[] } {
  const asked: string[] = [];
  let present = cure === '';
  return {
    asked,
    installer: {
      find: () => (present ? '/found' : null),
      attempt: (command, args) => {
        asked.push([command, ...args].join(' '));
        present ||= asked.at(-1)?.includes(cure) ?? false;
        return Promise.resolve(present);
      },
      mayUseApt,
      say: () => undefined,
    },
  };
}

describe('ensureBrowser', () => {
  it('installs nothing where a browser is present', async () => {
    const { installer: ready, asked } = installer('', true);
    expect(await ensureBrowser(ready)).toBe('/found');
    expect(asked).toEqual([]);
  });

  it('is content with Playwright’s download where it works', async () => {
    const { installer: online, asked } = installer('playwright install chromium', true);
    expect(await ensureBrowser(online)).toBe('/found');
    expect(asked).toEqual(['npx playwright install chromium']);
  });

  it('turns to apt as root where the download fails', async () => {
    const { installer: debian, asked } = installer('apt-get install', true);
    expect(await ensureBrowser(debian)).toBe('/found');
    expect(asked.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'npx playwright',
      'apt-get update',
      'apt-get install',
    ]);
  });

  it('never calls apt for an ordinary user, and says what to do', async () => {
    const { installer: guest, asked } = installer('apt-get install', false);
    await expect(ensureBrowser(guest)).rejects.toThrow(
      expect.objectContaining({ remedy: expect.stringContaining('PATH') }),
    );
    expect(asked).toEqual(['npx playwright install chromium']);
  });
});

describe('ensureFirefox', () => {
  it('installs nothing where one is present', async () => {
    const { installer: ready, asked } = installer('', true);
    expect(await ensureFirefox(ready)).toBe('/found');
    expect(asked).toEqual([]);
  });

  it('turns to apt as root', async () => {
    const { installer: debian, asked } = installer('firefox-esr', true);
    expect(await ensureFirefox(debian)).toBe('/found');
    expect(asked).toEqual(['apt-get update', 'apt-get install --yes --no-install-recommends firefox-esr']);
  });

  it('never calls apt for an ordinary user, and says what to do', async () => {
    const { installer: guest, asked } = installer('firefox-esr', false);
    await expect(ensureFirefox(guest)).rejects.toThrow(
      expect.objectContaining({ remedy: expect.stringContaining('WAYMARK_FIREFOX') }),
    );
    expect(asked).toEqual([]);
  });
});

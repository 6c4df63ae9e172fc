/** Protects the first visit of a student: watch, play, pause, erase the notes, write a note, compare, a lesson. */

import { expect, test } from '@playwright/test';
import { expectToFit } from './accessibility.ts';
import { KEYBOARD, MOUSE, PHONE } from './hands.ts';
import { SMALL_SETTINGS } from './small-settings.ts';

/** Small iterations, so that the walk is one of minutes on a slow machine. */
const START = `./#watch&${SMALL_SETTINGS}`;

for (const hands of [MOUSE, KEYBOARD, PHONE]) {
  test.describe(hands.name, () => {
    test.use({ ...hands.options, contextOptions: { reducedMotion: 'reduce' } });

    test('a student’s first visit', async ({ page }) => {
      test.setTimeout(300_000);
      page.setDefaultTimeout(30_000);
      await page.goto(START);

      const step = (name: string, body: () => Promise<void>) =>
        test.step(name, async () => {
          await body();
          await expectToFit(page, `the page after “${name}”`);
        });

      await step('watch', async () => {
        await expect(page.getByRole('img', { name: /^A frozen lake/ })).toBeVisible();
        const trail = page.getByRole('slider', { name: 'Where in the life' });
        const before = await trail.getAttribute('aria-valuenow');
        await hands.press(page.getByRole('button', { name: /^One move on/ }));
        await expect(trail).not.toHaveAttribute('aria-valuenow', before ?? '');
      });

      await step('play and pause', async () => {
        await hands.press(page.getByRole('button', { name: /^Play train your own/ }));
        await expect(page.getByText(/^Iteration [1-9]\d* of \d+$/)).toBeVisible({ timeout: 120_000 });
        await hands.press(page.getByRole('button', { name: /^Pause/ }));
        await expect(page.getByRole('button', { name: /^Play go on after/ })).toBeVisible({ timeout: 60_000 });
      });

      await step('erase the notes', async () => {
        await hands.goTo(page, 'Notes lab');
        await hands.choose(page.getByRole('combobox', { name: 'Tested' }), 'code lake: the recorded agent');
        await hands.choose(page.getByRole('combobox', { name: 'Packs' }), '16');
        await hands.press(page.getByRole('button', { name: /^Test its notes/ }));
        await expect(page.getByText(/^Kept minus erased over tasks 4 to 8: .* The same 16 packs/)).toBeVisible({
          timeout: 180_000,
        });
      });

      await step('write a note', async () => {
        await hands.type(page.getByRole('combobox', { name: 'Your note' }), 'down b4 north');
        await expect(page.getByText(/north/).first()).toBeVisible();
        await expect(page.getByRole('combobox', { name: 'Your note' })).toHaveAttribute('aria-invalid', 'true');
        await hands.type(page.getByRole('combobox', { name: 'Your note' }), 'down b4');
        await hands.press(page.getByRole('button', { name: 'Test your note', exact: true }));
        await expect(page.getByRole('img', { name: /^Tasks solved with the same notes throughout[.]/ })).toBeVisible({
          timeout: 180_000,
        });
      });

      await step('compare', async () => {
        await hands.goTo(page, 'Library');
        await hands.tick(page.getByRole('checkbox', { name: /^Compare (?!The recorded run)/ }));
        await hands.tick(page.getByRole('checkbox', { name: 'Compare The recorded run' }));
        await expect(page.getByText('2 runs compared')).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Where their settings differ' })).toBeVisible();
      });

      await step('a lesson', async () => {
        await hands.goTo(page, 'Lessons');
        await hands.press(page.getByRole('link', { name: 'Do notes help?' }));
        await hands.press(page.getByRole('button', { name: 'More than twice as often' }));
        await expect(page.getByText('Keep your prediction. You will measure it on page 6.')).toBeVisible();
        for (const title of ['Watch it fail', 'Read the note', 'Watch it use the note', 'Erase the notes']) {
          await hands.press(page.getByRole('button', { name: 'Next', exact: true }));
          await expect(page.getByRole('heading', { name: title })).toBeVisible();
        }
        // What was tested in the lab counts here.
        await expect(page.getByText(/^First task \d+ %, last task \d+ %/)).toBeVisible();
      });
    });
  });
}

/** Protects a teacher’s preparation: a link for the class, the projector, and no network in the classroom. */

import { expect, test } from '@playwright/test';
import { KEYBOARD, MOUSE, PHONE } from './hands.ts';
import { untilKept } from './until-kept.ts';

test.use({ serviceWorkers: 'allow' });
for (const hands of [MOUSE, KEYBOARD, PHONE]) {
  test.describe(hands.name, () => {
    test.use({ ...hands.options, contextOptions: { reducedMotion: 'reduce' } });

    test('a teacher’s preparation', async ({ page, context }) => {
      test.setTimeout(240_000);
      page.setDefaultTimeout(30_000);
      await page.goto('./');
      await expect(page.getByRole('img', { name: /^A frozen lake/ })).toBeVisible();

      const link = await test.step('a link for the class', async () => {
        await hands.press(page.getByRole('banner').getByRole('button', { name: 'Menu' }));
        await hands.press(page.getByRole('button', { name: 'Make a class link' }));
        await hands.choose(page.getByRole('combobox', { name: 'It leads to' }), 'Lesson: Do notes help?');
        await hands.tick(page.getByRole('checkbox', { name: 'Seed', exact: true }).first());
        const address = await page.getByRole('textbox', { name: 'The link' }).inputValue();
        await page.keyboard.press('Escape');
        return address;
      });
      expect(link).toMatch(/#lesson=notes-help&.*hide=/);

      await test.step('the class opens it', async () => {
        const pupil = await context.newPage();
        await pupil.goto(link);
        await expect(pupil.getByRole('heading', { name: 'Predict' })).toBeVisible();
        await pupil.close();
      });

      await test.step('the projector', async () => {
        await page.keyboard.press('p');
        await expect(page.getByText('Projector mode. P or Esc leaves it.')).toBeVisible();
        const trail = page.getByRole('slider', { name: 'Where in the life' });
        const before = await trail.getAttribute('aria-valuenow');
        await page.keyboard.press('ArrowRight');
        await expect(trail).not.toHaveAttribute('aria-valuenow', before ?? '');
        await page.keyboard.press('Escape');
        await expect(page.getByText('Projector mode. P or Esc leaves it.')).toBeHidden();
      });

      await test.step('without a network', async () => {
        await untilKept(page);
        await context.setOffline(true);
        await page.goto(link);
        await page.reload();
        await expect(page.getByRole('heading', { name: 'Predict' })).toBeVisible();
        await hands.press(page.getByRole('button', { name: 'Next', exact: true }));
        await expect(page.getByRole('heading', { name: 'Watch it fail' })).toBeVisible();
      });
    });
  });
}

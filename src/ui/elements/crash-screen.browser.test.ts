/** Protects the way out of a broken page: it says what is safe, shows what broke, and hands on what is chosen. */

import { expect, test } from 'vitest';
import { render } from 'vitest-browser-lit';
import { html } from 'lit';
import './crash-screen.ts';

test('a broken page says what is safe, and gives every way out', async () => {
  const answers: string[] = [];
  const screen = render(
    html`<wm-crash-screen
      .detail=${'Error: made up\n    at somewhere'}
      @answer=${({ detail }: CustomEvent<string>) => answers.push(detail)}
    ></wm-crash-screen>`,
  );
  const heading = screen.getByRole('heading', { level: 1 });
  await expect.element(heading).toBeVisible();
  expect((heading.element().getRootNode() as ShadowRoot).activeElement).toBe(heading.element());
  await expect.element(screen.getByText(/at most the iteration in progress/)).toBeVisible();
  for (const name of ['Reload the page', 'Save my runs as files', 'Go on as it is']) {
    await screen.getByRole('button', { name }).click();
  }
  expect(answers).toEqual(['reload', 'library', 'go-on']);
  await screen.getByText('What broke').click();
  await expect.element(screen.getByText(/Error: made up/)).toBeVisible();
});

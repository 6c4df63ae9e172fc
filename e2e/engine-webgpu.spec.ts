/** Protects training on a graphics device that is lost: it goes on by itself, on a new one or without. */

import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { DurabilityTab, readStoredRun, type ToldMessage } from './durability-tab.ts';

const ITERATIONS = 4;

/** Before the training worker's own code: keeps the devices it opens where the test can take them away. */
const KEEP_DEVICES = `
  const requestDevice = GPUAdapter.prototype.requestDevice;
  self.openedDevices = [];
  GPUAdapter.prototype.requestDevice = async function (...options) {
    const device = await requestDevice.apply(this, options);
    self.openedDevices.push(device);
    return device;
  };
`;

async function openTab(context: BrowserContext): Promise<DurabilityTab> {
  await context.route(/training-worker/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${KEEP_DEVICES};${await response.text()}` });
  });
  const tab = await DurabilityTab.open(context, ITERATIONS);
  await tab.untilState('idle');
  return tab;
}

/** Takes the newest device away, as a crash of the driver does. */
async function loseDevice(page: Page): Promise<void> {
  const worker = page.workers().find((one) => one.url().includes('training-worker'));
  if (!worker) throw new Error('There is no training worker.');
  await worker.evaluate(() => (self as unknown as { openedDevices: GPUDevice[] }).openedDevices.at(-1)?.destroy());
}

function rescues(tab: DurabilityTab): readonly ToldMessage['rescue'][] {
  return tab.told.flatMap(({ rescue }) => (rescue ? [rescue] : []));
}

test('goes on from the last iteration on a new device, and on WASM when that is lost too, losing nothing', async ({
  context,
}) => {
  test.setTimeout(900_000);
  const tab = await openTab(context);
  const { page } = tab;
  await page.getByRole('button', { name: /^Play train your own/ }).click();
  await tab.until('an iteration is told', () => tab.trained >= 1);
  await loseDevice(page);
  await tab.until('the first loss is told', () => rescues(tab).length === 1);
  await expect(page.getByText('The graphics device was lost.')).toBeVisible();
  await expect(page.getByText(/^.*Going on from iteration [1-9]\d* on a new device/)).toBeVisible();
  const reached = tab.lastIteration();
  expect(rescues(tab)).toMatchObject([{ onto: 'new-device', work: { iteration: reached } }]);

  await tab.until(
    'the new device is there',
    ({ type }) => type === 'engine',
    tab.told.findIndex((one) => one.rescue),
  );
  await loseDevice(page);
  await tab.until('the second loss is told', () => rescues(tab).length === 2);
  await expect(page.getByText(/on the CPU instead/)).toBeVisible();
  await tab.untilState('finished');
  await expect(page.getByText(/^ONNX Runtime [\d.]+, WASM/).first()).toBeAttached();
  const { events } = await readStoredRun(page);
  const iterations = (events as ToldMessage['event'][]).flatMap((event) => event?.record?.iteration ?? []);
  expect(iterations).toEqual([1, 2, 3, 4]);
});

import { expect, open, test } from './page';

test('the device is named, and the reason why it is no GPU', { tag: '@without-webgpu' }, async ({ page }, { project }) => {
  await open(page);
  const hasGpu = await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter()));
  expect(hasGpu).toBe(project.name === 'webgpu');
  await expect(page.locator('#device-name')).toHaveText(/./);
  await expect(page.locator('#device-name')).not.toHaveText(/opened/);
  if (!hasGpu) {
    await expect(page.locator('#device-name')).toContainText('no GPU');
  }
});

test('the threads of all cores work', async ({ page }) => {
  await open(page);
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  test.skip(cores === 1, 'there is one core');
  await page.getByLabel('Runs on').selectOption('cpu');
  await expect(page.locator('#device-name')).toHaveText(`Processor (WebAssembly, ${cores} threads)`);
  // Each has a worker. One more solves, and one reads.
  expect(page.workers().length).toBe(cores + 2);
});

test('the processor can be chosen', { tag: '@without-webgpu' }, async ({ page }) => {
  await open(page);
  await page.getByLabel('Runs on').selectOption('cpu');
  await expect(page.locator('#device-name')).toHaveText(/^Processor|^CPU/i);
});

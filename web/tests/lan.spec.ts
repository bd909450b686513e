/** The page over plain http at a name of the local network, where browsers withhold much from it. */
import { STEPS } from '../page/camera/steps';
import { FACES } from '../page/cube/puzzle';
import { LIGHTS, facePicture, mixed } from './faces';
import { files } from './pictures';
import { choose, scrambles } from './scrambles';
import { type Page, expect, open, read, shown, solve, test } from './page';
import { isSolvedBy } from './replay';

const SCRAMBLE = "F2 L U' B R D F' U2 L D2 B' R2 U";

async function openInsecurely(page: Page): Promise<void> {
  await open(page);
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
}

test('positions are read, drawn and solved', async ({ page }) => {
  await openInsecurely(page);
  const before = await shown(page);
  await page.getByRole('button', { name: 'Random' }).click();
  await expect.poll(() => shown(page)).not.toBe(before);
  for (const method of ['thistlethwaite', 'two-phase']) {
    await read(page, SCRAMBLE);
    await page.getByLabel('Method').first().selectOption(method);
    expect(await isSolvedBy(SCRAMBLE, (await solve(page)).join(' '))).toBe(true);
  }
  // No memory is shared.
  await expect(page.locator('#device-name')).toContainText('Processor (WebAssembly, 1 thread)');
});

test('a file is solved, and its rows are downloaded', async ({ page }) => {
  await openInsecurely(page);
  await choose(page, 'scrambles.txt', scrambles(100));
  await page.locator('#many-method').selectOption('thistlethwaite');
  await page.getByRole('button', { name: 'Solve the file' }).click();
  await expect(page.locator('#many-state')).toHaveText(/^Done: 100 positions in/);
  await expect(page.locator('#download')).toContainText('scrambles-solved.txt');
  // There is no storage for the rows, so the browser asks before they are lost.
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
});

test('a link is copied', async ({ page }) => {
  await openInsecurely(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.getByLabel('Moves or stickers').focus();
  await page.keyboard.press('Control+V');
  await expect(page.getByLabel('Moves or stickers')).toHaveValue(/#cube=U{9}R{9}/);
});

test('there is no camera, and pictures in files do its work', async ({ page }) => {
  await openInsecurely(page);
  await page.getByRole('button', { name: 'Camera', exact: true }).click();
  const panel = page.getByRole('dialog');
  await expect(page.locator('#camera-fault')).toHaveText('Browsers open the camera only for pages that come over https or from your own machine. Choose pictures of the faces here.');
  await expect(panel.getByRole('button', { name: 'Take the picture' })).toBeHidden();
  await expect(panel.getByRole('button', { name: 'Try again' })).toBeHidden();
  const cube = mixed(4);
  const pictures = STEPS.map(({ face }, number) => facePicture(cube.slice(9 * FACES.indexOf(face)).slice(0, 9), LIGHTS['all of it']!, number));
  await panel.getByLabel('Choose pictures').setInputFiles(await files(page, pictures, ['1', '2', '3', '4', '5', '6']));
  await panel.getByRole('button', { name: 'Put on the net' }).click();
  await expect(panel).toBeHidden();
  await expect.poll(() => shown(page)).toBe(cube);
});

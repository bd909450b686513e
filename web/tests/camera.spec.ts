/** The camera: the panel with Chromium's fake camera, which plays a film of ours. The library's tests are of how colours are sorted. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { LaunchOptions } from '@playwright/test';
import { STEPS } from '../page/camera/steps';
import { FACES } from '../page/cube/puzzle';
import { LIGHTS, type Light, type Picture, facePicture } from './faces';
import { type Page, SOLVED, test as base, expect, open, shown, solve } from './page';
import { files } from './pictures';
import { HEIGHT, mark, writeFilm } from './video';

/** What these moves make of a solved cube: R U2 F' L D2 B' U R2 F D'. */
const CUBE = 'DBURUBRRDRUFURDBULUFBBFLLDDULLUDRFBUFDBLLDLFFRLRFBFBRD';

/** The picture of each face, in the order of facelet strings. */
function pictures(cube: string, light: Light, seed: number, width?: number): Picture[] {
  return FACES.map((_, face) => facePicture(cube.slice(9 * face, 9 * face + 9), light, 100 * seed + face, width));
}

/** The pictures in the order in which the panel asks for them. */
function inOrder(all: Picture[]): Picture[] {
  return STEPS.map(({ face }) => all[FACES.indexOf(face)]!);
}

/** A browser whose camera shows the faces of `CUBE`, one after the other. */
const test = base.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'cubebatch-film-'));
      const film = join(folder, 'faces.y4m');
      writeFilm(film, inOrder(pictures(CUBE, LIGHTS['a warm bulb']!, 5, HEIGHT)));
      const args = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Camera', exact: true }).click();
  await expect(panel(page)).toBeVisible();
}

function panel(page: Page) {
  return page.getByRole('dialog', { name: 'Six faces by camera' });
}

/** Takes the picture that has this mark, in the same frame in which it is seen. */
async function takeMarked(page: Page, number: number): Promise<void> {
  await expect(panel(page).getByRole('button', { name: 'Take the picture' })).toBeEnabled();
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const video = document.querySelector<HTMLVideoElement>('dialog video')!;
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
        const context = canvas.getContext('2d', { willReadFrequently: true })!;
        const look = () => {
          context.drawImage(video, 0, 0);
          const [value] = context.getImageData(canvas.width / 20, canvas.height / 2, 1, 1).data;
          if (Math.abs(value! - wanted) < 8) {
            document.querySelector<HTMLButtonElement>('dialog .main')!.click();
            resolve();
          } else {
            video.requestVideoFrameCallback(look);
          }
        };
        look();
      }),
    mark(number),
  );
}

/** Whether the page uses the camera. */
async function isInUse(page: Page): Promise<boolean> {
  return page.evaluate(() => document.querySelector('video')!.srcObject !== null);
}

test('pictures in files fill the faces, by their names', async ({ page }) => {
  await open(page);
  await openPanel(page);
  const names = ['face 2', 'face 10', 'face 3', 'face 4', 'face 5', 'face 6'].toSorted();
  // By number, "face 10" is the last one.
  const order = [...names.filter((name) => !name.includes('10')), 'face 10'];
  const made = await files(page, inOrder(pictures(CUBE, LIGHTS['daylight']!, 8)), order);
  await panel(page).getByLabel('Choose pictures').setInputFiles(made.toSorted((one, other) => (one.name < other.name ? -1 : 1)));
  await panel(page).getByRole('button', { name: 'Put on the net' }).click();
  await expect(panel(page)).toBeHidden();
  await expect.poll(() => shown(page)).toBe(CUBE);
  // One at a time, and a file that is no picture changes nothing.
  await openPanel(page);
  await panel(page).getByLabel('Choose pictures').setInputFiles([made[0]!]);
  await expect(panel(page).getByRole('button', { name: 'green: take again' })).toBeVisible();
  await panel(page).getByLabel('Choose pictures').setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('R U') }]);
  await expect(page.locator('#camera-file-fault')).toHaveText('The browser cannot read notes.txt as a picture.');
  await expect(panel(page).getByRole('button', { name: 'red: not taken' })).toBeVisible();
});

test('faces in any order and hold are recognised', async ({ page }) => {
  await open(page);
  await openPanel(page);
  const sideways = [6, 3, 0, 7, 4, 1, 8, 5, 2];
  // The face at each place, and its quarter turns.
  const taken = [['B', 1], ['U', 3], ['L', 0], ['F', 2], ['D', 1], ['R', 0]] as const;
  const made = taken.map(([face, turns], number) => {
    let letters = CUBE.slice(9 * FACES.indexOf(face)).slice(0, 9);
    for (let turn = 0; turn < turns; turn++) {
      letters = sideways.map((place) => letters[place]).join('');
    }
    return facePicture(letters, LIGHTS['daylight']!, 70 + number);
  });
  await panel(page).getByLabel('Choose pictures').setInputFiles(await files(page, made, ['1', '2', '3', '4', '5', '6']));
  await panel(page).getByRole('button', { name: 'Put on the net' }).click();
  await expect(panel(page)).toBeHidden();
  await expect.poll(() => shown(page)).toBe(CUBE);
});

test.describe('with a camera', () => {
  test.beforeEach(async ({ context }) => context.grantPermissions(['camera']));
  test.afterEach(async ({ context }) => context.clearPermissions());

  test('six faces are taken, put on the net, and solved', async ({ page }) => {
    await open(page);
    await openPanel(page);
    for (const [number, words] of ['green in the middle, white up', 'red in the middle, white up', 'blue in the middle, white up', 'orange in the middle, white up', 'white in the middle, blue up', 'yellow in the middle, green up'].entries()) {
      await expect(panel(page).getByRole('status')).toHaveText(`Face ${number + 1} of 6: ${words}.`);
      await expect(panel(page).getByRole('button', { name: 'Put on the net' })).toBeHidden();
      await takeMarked(page, number);
    }
    await expect(panel(page).getByRole('status')).toHaveText('All six faces are taken. Put them on the net, or take one again.');
    await expect(panel(page).getByRole('button', { name: 'Put on the net' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeHidden();
    await expect.poll(() => isInUse(page)).toBe(false);
    await expect.poll(() => shown(page)).toBe(CUBE);
    await expect(page.locator('#state')).toHaveText('This position can be solved.');
    await solve(page);
    // All of it is one step.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => shown(page)).toBe(SOLVED);
  });

  test('a face is taken again, and keys do it all', async ({ page }) => {
    await open(page);
    await openPanel(page);
    await takeMarked(page, 3);
    for (const number of [1, 2, 3, 4, 5]) {
      await takeMarked(page, number);
    }
    await expect(panel(page).getByRole('status')).toHaveText('The centres of green and orange look alike. Take one of these faces again.');
    await expect(panel(page).getByRole('button', { name: 'Put on the net' })).toBeHidden();
    await panel(page).getByRole('button', { name: 'green: take again' }).click();
    await expect(panel(page).getByRole('status')).toHaveText('Face 1 of 6: green in the middle, white up.');
    await expect(panel(page).getByRole('button', { name: 'Take the picture' })).toBeFocused();
    await takeMarked(page, 0);
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeHidden();
    await expect.poll(() => shown(page)).toBe(CUBE);
    // The space bar takes a picture, wherever it presses no other button.
    await openPanel(page);
    await expect(panel(page).getByRole('button', { name: 'Take the picture' })).toBeEnabled();
    await panel(page).getByRole('heading').click();
    await page.keyboard.press('Space');
    await expect(panel(page).getByRole('button', { name: 'green: take again' })).toBeVisible();
  });

  test('the camera stops when the panel is closed, whatever was taken', async ({ page }) => {
    await open(page);
    await openPanel(page);
    await takeMarked(page, 0);
    const track = await page.evaluateHandle(() => (document.querySelector('video')!.srcObject as MediaStream).getVideoTracks()[0]!);
    expect(await track.evaluate((track) => track.readyState)).toBe('live');
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect.poll(() => track.evaluate((track) => track.readyState)).toBe('ended');
    await expect.poll(() => isInUse(page)).toBe(false);
    await expect.poll(() => shown(page)).toBe(SOLVED);
    // What was taken is still there.
    await openPanel(page);
    await expect(panel(page).getByRole('button', { name: 'green: take again' })).toBeVisible();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing wrong with the panel, however wide it is, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await open(page);
      await openPanel(page);
      await takeMarked(page, 0);
      const dialog = panel(page);
      for (const width of [320, 390, 820, 1280, 2560]) {
        await page.setViewportSize({ width, height: 844 });
        const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
        expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.html) })), `${width} pixels`).toEqual([]);
        expect(await dialog.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBeLessThanOrEqual(0);
        const box = (await dialog.boundingBox())!;
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(width);
        if (width <= 390) {
          const small = await dialog.locator('button:visible, .button:visible').evaluateAll((targets) => targets.filter((target) => Math.min(target.getBoundingClientRect().width, target.getBoundingClientRect().height) < 44).map((target) => target.outerHTML.slice(0, 80)));
          expect(small).toEqual([]);
        }
      }
    });
  }
});

test('where the browser denies the camera, the panel says what to do', async ({ page, context }) => {
  await open(page);
  const session = await context.newCDPSession(page);
  await session.send('Browser.setPermission', { permission: { name: 'camera' }, setting: 'denied', origin: new URL(page.url()).origin });
  await openPanel(page);
  await expect(page.locator('#camera-fault')).toHaveText('The browser may not use the camera here. Allow it in the settings of the browser and try again, or choose pictures of the faces.');
  await expect(panel(page).getByRole('button', { name: 'Take the picture' })).toBeDisabled();
  await expect(page.locator('dialog video')).toBeHidden();
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations).toEqual([]);
  await session.send('Browser.setPermission', { permission: { name: 'camera' }, setting: 'granted', origin: new URL(page.url()).origin });
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page).getByRole('button', { name: 'Take the picture' })).toBeEnabled();
  await expect(page.locator('#camera-fault')).toHaveText('');
  await context.clearPermissions();
});

test('where there is no camera, the panel says so', async ({ page }) => {
  await open(page);
  for (const [name, words] of [['NotFoundError', 'The browser finds no camera.'], ['NotReadableError', 'The camera does not open (in use).']] as const) {
    await page.evaluate((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('in use', name));
    }, name);
    await openPanel(page);
    await expect(page.locator('#camera-fault')).toContainText(words);
    await expect(panel(page).getByRole('button', { name: 'Take the picture' })).toBeDisabled();
    await panel(page).getByRole('button', { name: 'Close' }).click();
  }
});

test('the code of the camera comes when its button is pressed, and the pocket cube has no button', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => url.includes('camera'))).toEqual([]);
  await page.getByText('2×2×2').click();
  await expect(page.getByRole('button', { name: 'Camera', exact: true })).toBeHidden();
});

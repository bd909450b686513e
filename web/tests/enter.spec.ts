import { readFileSync } from 'node:fs';
import { AFTER_R, SOLVED, expect, open, read, shown, test } from './page';

test('a solved cube is there at first', async ({ page }) => {
  await open(page);
  await expect.poll(() => shown(page)).toBe(SOLVED);
  await expect(page.locator('#state')).toHaveText('The cube is solved.');
});

test('the page is painted before its module comes', async ({ page }) => {
  let isAsked = false;
  await page.route('**/*.wasm', () => {
    isAsked = true;
  });
  await page.goto('./');
  const painted = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  await expect.poll(painted).toBe(1);
  await expect.poll(() => isAsked).toBe(true);
  await page.unrouteAll();
});

test('a fault is seen on the stickers, described, and mended', async ({ page }) => {
  await open(page);
  await page.getByRole('radio', { name: 'red' }).check({ force: true });
  await page.getByRole('button', { name: 'up, row 3, column 3: white' }).click();
  const painted = page.getByRole('button', { name: 'up, row 3, column 3: red, at fault' });
  await expect(painted).toHaveClass(/faulty/);
  await expect(page.locator('#state')).toContainText('10 red stickers, should be 9.');
  await expect(page.getByRole('button', { name: 'Solve', exact: true })).toBeDisabled();

  await page.getByRole('radio', { name: 'white' }).check({ force: true });
  await painted.click();
  await expect(page.locator('#state')).toHaveText('The cube is solved.');
  await expect(page.locator('#net .faulty')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Solve', exact: true })).toBeEnabled();
});

test('faults appear while one paints, before all is painted', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.locator('#state')).toHaveText('6 of 54 stickers are painted.');
  // No edge is white on both sides.
  await page.getByRole('button', { name: 'up, row 3, column 2' }).click();
  await page.getByRole('button', { name: 'front, row 1, column 2' }).click();
  await expect(page.locator('#net .faulty')).toHaveCount(2);
  await expect(page.locator('#state')).toContainText('edge');
});

test('a mouse that is pressed paints what it goes over', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('radio', { name: 'blue' }).check({ force: true });
  await page.locator('#net button').nth(0).hover();
  await page.mouse.down();
  for (const place of [1, 2, 5, 4]) {
    await page.locator('#net button').nth(place).hover();
  }
  await page.mouse.up();
  await page.locator('#net button').nth(6).hover();
  expect((await shown(page)).slice(0, 9)).toBe('BBB.UB...');
});

test('a cube is painted by keyboard alone', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.locator('#net button').first().focus();
  for (const [place, letter] of [...AFTER_R].entries()) {
    if (place % 9 !== 4) {
      await page.keyboard.press(place % 2 ? letter.toLowerCase() : String('URFDLB'.indexOf(letter) + 1));
    }
  }
  await expect.poll(() => shown(page)).toBe(AFTER_R);
  await expect(page.locator('#state')).toHaveText('This position can be solved.');
});

test('arrow keys move over the net, and one sticker is in the tab order', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'up, row 3, column 2' }).focus();
  const focused = page.locator('#net button:focus');
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveAccessibleName(/^front, row 1, column 2/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(focused).toHaveAccessibleName(/^right, row 1, column 1/);
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveAccessibleName(/^right, row 1, column 1/);
  await expect(page.locator('#net button[tabindex="0"]')).toHaveCount(1);
});

test('Backspace takes back what was painted, and never a centre', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.locator('#net button').first().focus();
  await page.keyboard.type('urfdl');
  expect((await shown(page)).slice(0, 9)).toBe('URFDUL...');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  expect((await shown(page)).slice(0, 9)).toBe('URF.U....');
});

test('a text in any notation is read, and its fault comes with the column', async ({ page }) => {
  await open(page);
  await read(page, 'R');
  await expect.poll(() => shown(page)).toBe(AFTER_R);
  await read(page, 'R U Q');
  await expect(page.locator('#text-error')).toContainText('Column 5');
  await expect.poll(() => page.getByLabel('Moves or stickers').evaluate((input) => (input as HTMLInputElement).selectionStart)).toBe(4);
  await read(page, SOLVED);
  await expect.poll(() => shown(page)).toBe(SOLVED);
  await expect(page.locator('#text-error')).toBeEmpty();
});

test('a fault of a text that is at no column names none', async ({ page }) => {
  await open(page);
  for (const text of ['', SOLVED.slice(1)]) {
    await read(page, text);
    await expect(page.locator('#text-error')).toHaveText(/\.$/);
    await expect(page.locator('#text-error')).not.toContainText(/column/i);
  }
});

test('stickers that turns cannot reach are shown and explained, whether a text or a link has them', async ({ page }) => {
  const twisted = [...SOLVED];
  [twisted[8], twisted[9], twisted[20]] = ['R', 'F', 'U'];
  const stickers = twisted.join('');
  await open(page, `#cube=${stickers}`);
  await expect(page.locator('#state')).toContainText('A corner is twisted.');
  const explained = await page.locator('#state').textContent();
  // By the letters of faces, in rows, and in the colours of another cube.
  const colours: Record<string, string> = { U: 'W', R: 'O', F: 'B', D: 'Y', L: 'R', B: 'G' };
  for (const text of [stickers, stickers.toLowerCase().replace(/(...)/g, '$1 '), twisted.map((face) => colours[face]).join('')]) {
    await open(page, '?');
    await read(page, text);
    await expect.poll(() => shown(page)).toBe(stickers);
    await expect(page.locator('#text-error')).toBeEmpty();
    await expect(page.locator('#state')).toHaveText(explained!);
  }
});

test('the address keeps the position', async ({ page }) => {
  await open(page, `#cube=${AFTER_R}`);
  await expect.poll(() => shown(page)).toBe(AFTER_R);
  await page.getByRole('button', { name: 'Random' }).click();
  await expect.poll(() => shown(page)).not.toBe(AFTER_R);
  expect(page.url()).toContain(`#cube=${await shown(page)}`);
  await page.getByText('2×2×2').click();
  await expect(page).toHaveURL(/#pocket=U{4}R{4}F{4}D{4}L{4}B{4}$/);
});

test('a damaged link is reported, and stays in the address', async ({ page }) => {
  for (const [link, letters] of [[`#cube=${SOLVED.slice(1)}`, '54'], ['#pocket=rubbish', '24']] as const) {
    await open(page, `?${letters}${link}`);
    await expect(page.locator('#link-error')).toContainText(`it needs ${letters} letters`);
    expect(page.url().endsWith(link)).toBe(true);
  }
  await page.getByRole('button', { name: 'Random' }).click();
  await expect(page.locator('#link-error')).toBeEmpty();
  await expect(page).toHaveURL(/#cube=[URFDLB]{54}$/);
  // Also within a page that is open.
  const before = await shown(page);
  await page.evaluate(() => (location.hash = 'cube=rubbish'));
  await expect(page.locator('#link-error')).toContainText('it needs 54 letters');
  await expect.poll(() => shown(page)).toBe(before);
});

test('inputs of all kinds are read, as by the command line', async ({ page }) => {
  interface Input { name: string; text: string; column?: string; cubes?: string[]; error?: string }
  const lines = readFileSync(new URL('../../tests/data/inputs.jsonl', import.meta.url), 'utf8').trimEnd().split('\n');
  const inputs = lines.map((line) => JSON.parse(line) as Input);
  await open(page);
  const field = page.getByLabel('Moves or stickers');
  for (const { name, text, cubes, error } of inputs.filter(({ column }) => !column)) {
    await page.getByRole('button', { name: 'Solved' }).click();
    await field.fill(text);
    await field.press('Enter');
    if (cubes?.length === 1) {
      await expect.poll(() => shown(page), name).toBe(cubes[0]);
    } else if (cubes) {
      await expect(page.locator('#text-error'), name).toContainText('these are 2 positions', { ignoreCase: true });
    } else if (/mirrored|exchanged/.test(name)) {
      // The net shows what is wrong, and asks.
      await expect(page.getByRole('button', { name: /look (mirrored|swapped)/ }).first(), name).toBeVisible();
    } else {
      await expect(page.locator('#text-error'), name).toContainText(error!);
    }
  }
});

test('a link may be in small letters', async ({ page }) => {
  await open(page, `#cube=${AFTER_R.toLowerCase()}`);
  await expect.poll(() => shown(page)).toBe(AFTER_R);
});

test('random positions are positions', async ({ page }) => {
  await open(page);
  for (const puzzle of ['3×3×3', '2×2×2']) {
    await page.getByText(puzzle).click();
    const before = await shown(page);
    await page.getByRole('button', { name: 'Random' }).click();
    await expect.poll(() => shown(page)).not.toBe(before);
    await expect(page.locator('#state')).toHaveText('This position can be solved.');
  }
});

test('a fault of the pocket cube is described', async ({ page }) => {
  await open(page, '#pocket=UUURRRRRFFFFDDDDLLLLBBBB');
  await expect(page.locator('#net button')).toHaveCount(24);
  await expect(page.locator('#state')).toContainText('5 red stickers, should be 4.');
});

test('a wrong sticker is found and mended', async ({ page }) => {
  await open(page, `#cube=${AFTER_R}`);
  await page.getByRole('radio', { name: 'blue' }).check({ force: true });
  await page.getByRole('button', { name: 'up, row 3, column 3' }).click();
  const mend = page.getByRole('button', { name: 'A sticker looks wrong: paint it green' });
  await expect(page.locator('#net .faulty')).toHaveCount(1);
  await mend.click();
  await expect.poll(() => shown(page)).toBe(AFTER_R);
});

test('two swapped stickers are found and mended', async ({ page }) => {
  const swapped = [...AFTER_R];
  [swapped[9], swapped[20]] = [swapped[20]!, swapped[9]!];
  await open(page, `#cube=${swapped.join('')}`);
  await expect(page.locator('#state')).toContainText('The corner at up, front, right has its colours in the wrong order.');
  await page.getByRole('button', { name: 'Two stickers look swapped: swap them' }).click();
  await expect.poll(() => shown(page)).toBe(AFTER_R);
  await expect(page.locator('#state')).toHaveText('This position can be solved.');
});

test('a face that was read turned is found and turned back', async ({ page }) => {
  // The front face after R, as a camera sees it that is held sideways.
  const front = [6, 3, 0, 7, 4, 1, 8, 5, 2].map((place) => AFTER_R[18 + place]).join('');
  await open(page, `#cube=${AFTER_R.slice(0, 18)}${front}${AFTER_R.slice(27)}`);
  await page.getByRole('button', { name: 'The green face looks turned: turn it a quarter counter-clockwise' }).click();
  await expect.poll(() => shown(page)).toBe(AFTER_R);
  await expect(page.locator('#state')).toHaveText('This position can be solved.');
});

test('a twisted corner has no likely mistake, but advice', async ({ page }) => {
  const twisted = [...SOLVED];
  [twisted[8], twisted[9], twisted[20]] = ['R', 'F', 'U'];
  await open(page, `#cube=${twisted.join('')}`);
  await expect(page.locator('#state')).toContainText('A corner is twisted. Compare the stickers');
  await expect(page.locator('#state button')).toHaveCount(0);
});

test('stickers that can have one colour only are filled in', async ({ page }) => {
  // The corner of the right turn without two of its stickers, and an edge without one.
  const open54 = [...AFTER_R];
  [8, 9, 5].forEach((place) => (open54[place] = '.'));
  await open(page, `#cube=${open54.join('')}`);
  await page.getByRole('button', { name: 'Fill in 3 stickers that must be so' }).click();
  await expect.poll(() => shown(page)).toBe(AFTER_R);
  // No sticker of an unpainted cube is forced.
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.locator('#state')).toHaveText('6 of 54 stickers are painted.');
});

test('all that changes the cube can be undone, and a stroke is one step', async ({ page }) => {
  await open(page, `#cube=${AFTER_R}`);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await page.getByRole('radio', { name: 'blue' }).check({ force: true });
  await page.locator('#net button').nth(0).hover();
  await page.mouse.down();
  await page.locator('#net button').nth(1).hover();
  await page.locator('#net button').nth(3).hover();
  await page.mouse.up();
  const painted = await shown(page);
  expect(painted).not.toBe(AFTER_R);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => shown(page)).toBe(painted);
  await page.keyboard.press('Control+Z');
  await expect.poll(() => shown(page)).toBe(AFTER_R);
  await page.keyboard.press('Control+Shift+Z');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => shown(page)).toBe(`${'.'.repeat(4)}U${'.'.repeat(8)}R${'.'.repeat(8)}F${'.'.repeat(8)}D${'.'.repeat(8)}L${'.'.repeat(8)}B${'.'.repeat(4)}`);
});

test('a finger paints all stickers that it crosses', async ({ page }) => {
  await open(page);
  await page.getByRole('radio', { name: 'blue' }).check({ force: true });
  const client = await page.context().newCDPSession(page);
  const middle = async (place: number) => {
    const { x, y, width, height } = (await page.locator('#net button').nth(place).boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await middle(0)] });
  for (const place of [1, 2, 5]) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [await middle(place)] });
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(async () => (await shown(page)).slice(0, 9)).toBe('BBBUUBUUU');
});

test('the first letters of colours are keys, too', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.locator('#net button').first().focus();
  await page.keyboard.type('wyGo');
  expect((await shown(page)).slice(0, 5)).toBe('UDFLU');
});

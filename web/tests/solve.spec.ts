import { readFile } from 'node:fs/promises';
import { AFTER_R, type Page, expect, open, read, shown, solve, solveButton, test } from './page';
import { isSolvedBy } from './replay';
import { bring } from './tables';

const SCRAMBLE = "F2 L U' B R D F' U2 L D2 B' R2 U";

const PHASES: Record<string, number> = { 'two-phase': 1, modified: 2, thistlethwaite: 4 };

for (const method of ['two-phase', 'modified', 'thistlethwaite']) {
  test(`what ${method} finds is replayed, and the replay ends solved`, { tag: '@without-webgpu' }, async ({ page }) => {
    await open(page);
    await read(page, SCRAMBLE);
    await page.getByLabel('Method').first().selectOption(method);
    const moves = await solve(page);
    expect(await isSolvedBy(SCRAMBLE, moves.join(' '))).toBe(true);
    expect(await page.locator('#moves li').count()).toBe(PHASES[method]);

    await page.getByLabel('Speed').fill('3');
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(page.locator('#replay-state')).toHaveText(`Solved after ${moves.length} moves.`);
    await expect(page.locator('#moves [aria-current]')).toHaveText(moves.at(-1)!);
    await expect(page.getByRole('button', { name: 'Play' })).toBeEnabled();
  });
}

test('the cards of the methods make the fields', async ({ page }) => {
  await open(page);
  const method = page.locator('#method');
  await method.selectOption('two-phase');
  const field = page.locator('#solve-options input');
  await expect(field).toHaveCount(1);
  await expect(field).toHaveAttribute('title', /^Find a solution of at most N moves/);
  expect(await field.evaluate(({ name, min, max, value }: HTMLInputElement) => [name, min, max, value])).toEqual(['max_length', '0', '255', '20']);
  await method.selectOption('thistlethwaite');
  await expect(field).toHaveCount(0);
  // All but one with tables that are too large for a browser.
  expect(await method.locator('option').allTextContents()).toEqual(['two-phase', 'modified', 'thistlethwaite', 'optimal', 'goal']);
  await method.selectOption('two-phase');
  await read(page, 'R U');
  for (const wrong of ['256', '-3', '2.5']) {
    await field.fill(wrong);
    await solveButton(page).click();
    await expect(page.locator('#solve-error')).toHaveText(`max_length must be a whole number from 0 to 255, but is ${wrong}`);
  }
});

/** The stickers that are not grey, by the numbers of their places. */
function coloured(page: Page): Promise<number[]> {
  return page.locator('#net button').evaluateAll((buttons) =>
    buttons.flatMap((button, place) => (button.classList.contains('greyed') ? [] : [place])),
  );
}

const CENTRES = [4, 13, 22, 31, 40, 49];

test('the goals that have a name are those of the documentation', async ({ page }) => {
  await open(page);
  await page.locator('#method').selectOption('goal');
  const document = await readFile(new URL('../../docs/goals.md', import.meta.url), 'utf8');
  const rows = [...document.matchAll(/^\| `(.+)` \| (.+) \|$/gm)].map(([, name, words]) => `${name}: ${words}`);
  expect(rows.length).toBeGreaterThan(15);
  const offered = await page.getByLabel('Goal').locator('option').allTextContents();
  expect(offered).toEqual([...rows, 'another one']);
  // The page begins with a goal that takes no time.
  await expect(page.getByLabel('Goal')).toHaveValue('cross');
});

test('the way to a goal is replayed, and what the goal does not ask for is grey', async ({ page }) => {
  await open(page);
  await page.locator('#method').selectOption('goal');
  // The edges of D and the stickers beside them, at home.
  const cross = [28, 30, 32, 34, 16, 25, 43, 52];
  const places = (list: number[]) => [...CENTRES, ...list].sort((a, b) => a - b);
  await expect.poll(() => coloured(page)).toEqual(places(cross));
  // F carries DF to the left: there its stickers stay coloured.
  await read(page, 'F');
  await expect.poll(() => coloured(page)).toEqual(places([30, 32, 34, 16, 43, 52, 41, 21]));
  await read(page, SCRAMBLE);
  const moves = await solve(page);
  expect(moves.length).toBeLessThan(9);
  expect(await isSolvedBy(SCRAMBLE, moves.join(' '))).toBe(false);
  const end = await page.evaluate(() => location.hash);
  expect(end).toContain('cube=');
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(page.locator('#replay-state')).toHaveText(`Goal reached after ${moves.length} moves.`);
  // The position after the moves has the cross.
  await read(page, `${SCRAMBLE} ${moves.join(' ')}`);
  await expect.poll(() => coloured(page)).toEqual(places(cross));
  await page.getByLabel('Goal').selectOption('eo');
  await expect(page.locator('#moves button')).toHaveCount(0);
  await expect.poll(async () => (await coloured(page)).length).toBe(6 + 24);
  await page.locator('#method').selectOption('thistlethwaite');
  await expect.poll(async () => (await coloured(page)).length).toBe(54);
});

test('moves to a goal count by the metric that is chosen', async ({ page }) => {
  await open(page);
  await page.locator('#method').selectOption('thistlethwaite');
  await expect(page.getByLabel('Metric')).toHaveCount(0);
  await page.locator('#method').selectOption('goal');
  await expect(page.getByLabel('Metric').locator('option')).toHaveText([/^HTM/, /^QTM/, /^ATM/, /^STM/]);
  for (const [metric, length] of [['htm', '2 moves'], ['qtm', '4 moves'], ['atm', '1 move'], ['stm', '1 move']] as const) {
    await page.getByLabel('Metric').selectOption(metric);
    await read(page, 'R2 L2');
    await solve(page);
    await expect(page.locator('#solve-summary')).toContainText(`${length},`);
  }
});

test('a goal without a name is written', async ({ page }) => {
  await open(page);
  await page.locator('#method').selectOption('goal');
  const text = page.getByLabel('Cubies or facelets');
  await expect(text).toBeHidden();
  await page.getByLabel('Goal').selectOption('another one');
  await text.fill('DF DX');
  await expect(page.locator('#solve-error')).toHaveText(/^`DF DX` is no goal: give a name/);
  await text.fill('DF DLB');
  await expect(page.locator('#solve-error')).toBeEmpty();
  await expect.poll(async () => (await coloured(page)).length).toBe(6 + 5);
  await read(page, 'F');
  const moves = await solve(page);
  expect(moves).toEqual(["F'"]);
  await page.getByText('2×2×2', { exact: true }).click();
  await expect(text).toBeHidden();
  expect((await coloured(page)).length).toBe(24);
});

/** The solution of 20 moves that the superflip has, and none of 18. */
const SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

test('a search says what it searches for and how long, and keeps the best solution when it is stopped', async ({ page }) => {
  await open(page);
  await read(page, SUPERFLIP);
  await page.locator('#solve-max_length').fill('18');
  await solveButton(page).click();
  await expect(page.locator('#solve-work')).toHaveText(/^Searching for at most \d+ moves, (\d+ min )?\d+ s$/, { timeout: 280_000 });
  await expect(page.locator('#solve-summary')).toHaveText(/^Best so far: \d+ moves,/);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(solveButton(page)).toBeEnabled();
  await expect(page.locator('#solve-summary')).toHaveText(/^Best so far: \d+ moves,/);
  const moves = await page.locator('#moves button').allTextContents();
  expect(await isSolvedBy(SUPERFLIP, moves.join(' '))).toBe(true);
});

test('a proof says which lengths it excluded, also when it is stopped, and that no solution is shorter', async ({ page }) => {
  await open(page);
  await bring(page, ['proof-300MB']);
  await page.locator('#method').selectOption('optimal');
  await read(page, SUPERFLIP);
  await solveButton(page).click();
  // To exclude 17 takes so long that the button is clicked meanwhile.
  await expect(page.locator('#solve-work')).toHaveText(/^Proved: no solution of 16 moves\. Searching for 17 moves … \d+ %/, { timeout: 280_000 });
  await page.getByRole('button', { name: 'Stop' }).click();
  const summary = page.locator('#solve-summary');
  await expect(summary).toHaveText(/^Best so far: 20 moves, [\d.]+ s\. No solution of 16 moves: proved \([\d,]+ positions searched\)\.$/);
  const found = await page.locator('#moves button').allTextContents();
  expect(await isSolvedBy(SUPERFLIP, found.join(' '))).toBe(true);
  await read(page, SCRAMBLE);
  const shortest = await solve(page);
  expect(await isSolvedBy(SCRAMBLE, shortest.join(' '))).toBe(true);
  await expect(summary).toHaveText(/^13 moves, optimal, .* m?s\. No solution is shorter: proved \([\d,]+ positions searched\)\.$/);
});

test('no earlier solution replaces the last one', async ({ page }) => {
  // Its search for 20 moves begins just after it has found 21, and ends with 18.
  await open(page, '#cube=ULDDUBDRFDLLURRURFRDLRFFRFFDDRDDFULUBLBULBBBFBURUBBLFL');
  await solveButton(page).click();
  await expect(page.locator('#solve-summary')).toHaveText(/moves/);
  await expect(solveButton(page)).toBeEnabled();
  await page.waitForTimeout(500);
  await expect(page.locator('#solve-summary')).toHaveText(/^18 moves,/);
  expect(await page.locator('#moves button').count()).toBe(18);
});

test('a search that takes long is stopped', { tag: '@without-webgpu' }, async ({ page }) => {
  await open(page);
  await read(page, SUPERFLIP);
  await page.locator('#solve-max_length').fill('18');
  await solveButton(page).click();
  await page.waitForTimeout(1000);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('#solve-error')).toHaveText('Stopped.');
  await expect(solveButton(page)).toBeEnabled();
  // What comes next is not stopped, too.
  await page.getByLabel('Runs on').selectOption('gpu');
  await expect(page.locator('#device-name')).toHaveText(/software driver|no GPU: the browser offers none/);
});

test('a search ends when its position is painted over', async ({ page }) => {
  await open(page);
  await read(page, SUPERFLIP);
  await page.locator('#solve-max_length').fill('19');
  await solveButton(page).click();
  await expect(page.locator('#solve-summary')).toHaveText(/^Best so far/);
  await page.locator('#net button').first().click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(solveButton(page)).toBeEnabled();
  await expect(page.locator('#solve-work')).toBeHidden();
});

test('a painted cube is solved', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.locator('#net button').first().focus();
  await page.keyboard.type([...AFTER_R].filter((_, place) => place % 9 !== 4).join(''));
  const moves = await solve(page);
  expect(await isSolvedBy('R', moves.join(' '))).toBe(true);
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(page.locator('#replay-state')).toHaveText(/^Solved after/);
});

test('one goes through a solution step by step', async ({ page }) => {
  await open(page);
  await read(page, SCRAMBLE);
  await expect(page.locator('#state')).toHaveText('This position can be solved.');
  await page.getByLabel('Method').first().selectOption('thistlethwaite');
  const { length } = await solve(page);
  const state = page.locator('#replay-state');
  await expect(state).toHaveText(`0 of ${length} moves.`);
  await page.getByRole('button', { name: 'A move forward' }).click();
  await expect(state).toHaveText(`1 of ${length} moves.`);
  await page.getByRole('button', { name: 'A move forward' }).click();
  await expect(state).toHaveText(`2 of ${length} moves.`);
  await page.getByRole('button', { name: 'A move back' }).click();
  await expect(state).toHaveText(`1 of ${length} moves.`);
  await page.locator('#moves button').nth(4).click();
  await expect(state).toHaveText(`5 of ${length} moves.`);
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(state).toHaveText(`Solved after ${length} moves.`);
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(state).toHaveText(`0 of ${length} moves.`);
});

test('each click on a step counts, also while a move turns', async ({ page }) => {
  await open(page);
  await read(page, SCRAMBLE);
  await page.getByLabel('Method').first().selectOption('thistlethwaite');
  const { length } = await solve(page);
  const state = page.locator('#replay-state');
  const click = (name: string, times: number) =>
    page.getByRole('button', { name }).evaluate((button, times) => {
      for (let time = 0; time < times; time++) {
        (button as HTMLButtonElement).click();
      }
    }, times);
  await click('A move forward', 4);
  await expect(state).toHaveText(`4 of ${length} moves.`);
  await click('A move back', 3);
  await expect(state).toHaveText(`1 of ${length} moves.`);
});

test('there is one cube after any number of switches between the puzzles', async ({ page }) => {
  await open(page);
  await expect(page.locator('#stage')).toHaveClass(/shown/);
  for (const puzzle of ['2×2×2', '3×3×3', '2×2×2', '3×3×3', '2×2×2', '3×3×3']) {
    await page.getByText(puzzle).click();
    await page.getByRole('tab', { name: 'Batch' }).click();
    await page.getByRole('tab', { name: 'Solve' }).click();
    await expect.poll(() => visibleCanvases(page)).toBe(1);
  }
});

/** How many pictures the players show. Their shadow roots are closed, but they have them as a field. */
function visibleCanvases(page: Page): Promise<number> {
  return page.evaluate(() => {
    const within = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((found) => {
        const { shadow } = found as { shadow?: ShadowRoot };
        return [found, ...(shadow ? within(shadow) : [])];
      });
    const canvases = within(document).filter((found) => found instanceof HTMLCanvasElement);
    return canvases.filter((canvas) => canvas.checkVisibility()).length;
  });
}

test('keys go through a solution, and the page says the next move in words', async ({ page }) => {
  await open(page, `#cube=${AFTER_R}`);
  await solve(page);
  const [state, next] = [page.locator('#replay-state'), page.locator('#next-move')];
  await expect(next).toHaveText("R'right face counter-clockwise");
  // The focus went from the button that started the search to the one that plays.
  await page.keyboard.press(' ');
  await expect(state).toHaveText('Solved after 1 move.');
  await page.keyboard.press('Home');
  await expect(state).toHaveText('0 of 1 move.');
  await page.keyboard.press('ArrowRight');
  await expect(state).toHaveText('Solved after 1 move.');
  await expect(next).toBeHidden();
  await page.keyboard.press('ArrowLeft');
  await expect(state).toHaveText('0 of 1 move.');
  await page.keyboard.press('End');
  await expect(state).toHaveText('Solved after 1 move.');
  // In a field, they move the cursor.
  await page.keyboard.press('Home');
  await page.getByLabel('Moves or stickers').focus();
  await page.keyboard.press('ArrowRight');
  await expect(state).toHaveText('0 of 1 move.');
});

test('a replay can be paused', async ({ page }) => {
  await open(page);
  await read(page, SCRAMBLE);
  await page.getByLabel('Method').first().selectOption('thistlethwaite');
  const { length } = await solve(page);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  const state = page.locator('#replay-state');
  await expect(state).toHaveText(new RegExp(`^[1-9] of ${length} moves\\.$`));
  const before = await state.textContent();
  await page.waitForTimeout(1500);
  expect(await state.textContent()).toBe(before);
});

test('without motion a replay ends solved as well', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, `#cube=${AFTER_R}`);
  const moves = await solve(page);
  await page.getByRole('button', { name: 'A move forward' }).click();
  await expect(page.locator('#moves button').first()).toHaveClass(/made/);
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.locator('#replay-state')).toHaveText(new RegExp(`^Solved after ${moves.length} move`));
});

test('the pocket cube is solved, however it is held', async ({ page }) => {
  await open(page);
  await page.getByText('2×2×2').click();
  await read(page, "R U2 F' R2 U");
  await expect(page.locator('#state')).toHaveText('This position can be solved.');
  const stickers = await shown(page);
  // The colours that the faces show after turns of the whole cube.
  for (const colours of ['URFDLB', 'FRDBLU', 'UFLDBR', 'LUFRDB']) {
    await open(page, `?${colours}#pocket=${stickers.replace(/./g, (face) => colours['URFDLB'.indexOf(face)]!)}`);
    const moves = await solve(page);
    expect(moves.length).toBeGreaterThan(0);
    expect(moves.every((move) => /^[URF]/.test(move))).toBe(true);
    await page.getByRole('button', { name: 'To the end' }).click();
    await expect(page.locator('#replay-state')).toHaveText(`Solved after ${moves.length} moves.`);
  }
});

test('a new position takes the old solution away', async ({ page }) => {
  await open(page, `#cube=${AFTER_R}`);
  await solve(page);
  await page.getByRole('button', { name: 'Random' }).click();
  await expect(page.locator('#moves button')).toHaveCount(0);
  await expect(page.locator('#solve-summary')).toBeEmpty();
});

test('a solved cube needs no moves', async ({ page }) => {
  await open(page);
  await expect(solveButton(page)).toBeEnabled();
  await solve(page);
  await expect(page.locator('#solve-summary')).toHaveText(/^0 moves/);
  await expect(page.locator('#replay-state')).toHaveText('Solved.');
});

test('the page needs no network once it is loaded', async ({ page, context }) => {
  await open(page);
  await expect(page.locator('#device-name')).toHaveText(/./);
  await expect(page.locator('#device-name')).not.toHaveText(/opened/);
  // The player comes once a person does something.
  await page.mouse.move(5, 5);
  await expect(page.locator('#stage')).toHaveClass(/playing/);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await read(page, SCRAMBLE);
  await page.getByLabel('Method').first().selectOption('thistlethwaite');
  await solve(page);
  await page.getByText('2×2×2').click();
  await read(page, 'R U');
  await expect(page.locator('#state')).toHaveText('This position can be solved.');
  await solve(page);
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(page.locator('#replay-state')).toHaveText(/^Solved after/);
});

test('a link holds the method, its options, the solution and the tab', async ({ page }) => {
  await open(page, `#cube=${AFTER_R}`);
  await page.getByLabel('Method').first().selectOption('thistlethwaite');
  await read(page, SCRAMBLE);
  const moves = await solve(page);
  await expect.poll(() => page.url()).toContain('solution=');
  const phases = await page.locator('#moves li').count();
  const url = page.url();
  await page.goto('about:blank');
  await page.goto(url);
  await expect(page.locator('#solve-summary')).toHaveText(`${moves.length} moves, from the link`);
  await expect(page.locator('#method')).toHaveValue('thistlethwaite');
  expect(await page.locator('#moves button').allTextContents()).toEqual(moves);
  expect(await page.locator('#moves li').count()).toBe(phases);
  // Moves that do not solve the position are not shown.
  await page.goto('about:blank');
  await page.goto(url.replace(/solution=[^&]*/, "solution=R+U2+F%27"));
  await expect(page.locator('#state')).toHaveText('This position can be solved.');
  await expect(page.locator('#method')).toHaveValue('thistlethwaite');
  await expect(page.locator('#moves button')).toHaveCount(0);
  await page.locator('#method').selectOption('two-phase');
  await page.locator('#solve-max_length').fill('22');
  await page.getByRole('tab', { name: 'Batch' }).click();
  await expect(page).toHaveURL(/&tab=batch/);
  await expect(page).toHaveURL(/&max_length=22/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Many positions' })).toBeVisible();
  await expect(page.locator('#solve-max_length')).toHaveValue('22');
});

test('a picture of the cube stands in for the player until a person does something', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page, `#cube=${AFTER_R}`);
  await expect(page.locator('#state')).toHaveText('This position can be solved.');
  await expect(page.locator('#still polygon')).toHaveCount(27);
  // What the net shows on the faces that are seen: up, right, front.
  const colours = await page.locator('#still polygon').evaluateAll((stickers) => stickers.map((sticker) => (sticker as SVGElement).dataset['colour']).join(''));
  expect(colours).toBe(AFTER_R.slice(0, 27));
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => url.includes('player'))).toEqual([]);
  await page.mouse.move(5, 5);
  await expect(page.locator('#stage')).toHaveClass(/playing/);
  await expect(page.locator('#still')).toBeHidden();
});

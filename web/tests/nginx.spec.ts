/** The page behind nginx, with the site that docs/deploy has for it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, expect, test } from '@playwright/test';
import { NGINX, PORT } from './ports';

/** People who share an address, such as a class. */
const VISITORS = 3;
/** Requests of one address, more than the file allows in a burst. */
const HASTY = 60;
/**
 * What is another here than on a server: the places of this machine, and a rate that gives nothing back while the test runs, so
 * that the speed of this machine decides nothing.
 */
const CHANGES = (folder: string) =>
  [['listen 443', `listen 127.0.0.1:${NGINX}`], ['/etc/ssl/', `${folder}/`], ['127.0.0.1:8080', `127.0.0.1:${PORT}`], ['rate=20r/s', 'rate=1r/m']] as const;

let folder: string;
let nginx: ChildProcess;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cubebatch-nginx-'));
  const name = join(folder, 'cubes.example.org');
  execFileSync('openssl', [
    ...'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=cubes.example.org'.split(' '), '-keyout', `${name}.key`, '-out', `${name}.pem`,
  ], { stdio: 'ignore' });
  let site = await readFile(new URL('../../docs/deploy/nginx.conf', import.meta.url), 'utf8');
  for (const [shipped, here] of CHANGES(folder)) {
    expect(site).toContain(shipped);
    site = site.replaceAll(shipped, here);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
  const all = `daemon off; pid ${folder}/pid; error_log stderr crit; events {} http { access_log off; ${temporary}\n${site}\n}`;
  await writeFile(`${folder}/nginx.conf`, all);
  const PATH = `${process.env['PATH']}:/usr/sbin`;
  nginx = spawn('nginx', ['-p', folder, '-c', `${folder}/nginx.conf`], { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, PATH } });
  await expect.poll(() => isOpen(NGINX)).toBe(true);
});

test.afterAll(async () => {
  nginx.kill();
  await rm(folder, { recursive: true });
});

function isOpen(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = createConnection(port, '127.0.0.1').on('error', () => answer(false));
    socket.on('connect', () => {
      socket.destroy();
      answer(true);
    });
  });
}

/** Whether the page starts without a network from now on: then each of its files came. */
function isKept(page: Page): Promise<boolean> {
  return page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');
}

test('several people open the page at once, and get all of it', async ({ browser }) => {
  const refused: string[] = [];
  const visit = async () => {
    const context = await browser.newContext();
    context.on('response', (response) => response.ok() || refused.push(`${response.status()} ${response.url()}`));
    const page = await context.newPage();
    await page.goto('./');
    await expect(page.locator('#part-one')).toHaveAttribute('data-ready', '');
    await expect.poll(() => isKept(page)).toBe(true);
    await expect(page.locator('#device-name')).toContainText(/Processor|GPU/);
    await context.close();
  };
  await Promise.all(Array.from({ length: VISITORS }, visit));
  expect(refused).toEqual([]);
});

test('work is limited, the page is not', async ({ page }) => {
  await page.goto('./');
  const statuses = await page.evaluate(
    (count) => Promise.all(Array.from({ length: count }, async () => (await fetch('./scramble?count=1')).status)),
    HASTY,
  );
  expect([...new Set(statuses)].sort()).toEqual([200, 429]);
  expect(await page.evaluate(async () => (await fetch('./live')).status)).toBe(200);
  await page.reload();
  await expect(page.locator('#part-one')).toHaveAttribute('data-ready', '');
});

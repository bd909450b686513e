/** A client of the service whose types openapi-typescript makes of the service's description. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const GENERATOR = 'openapi-typescript@7.13.0';
const run = promisify(execFile);

/** Calls of the service, where `BOUND` stands for the name of an option. */
const CALLS = `
import type { paths } from './service';

type Solve = paths['/solve']['post'];
type Asked = Solve['requestBody']['content']['application/json'];
type Answer = Solve['responses'][200]['content']['application/json'];

export async function solve(address: string): Promise<Answer> {
  const asked: Asked = { cube: "R U2 F'", BOUND: 20 };
  const answer = await fetch(\`\${address}solve\`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked) });
  return (await answer.json()) as Answer;
}
`;

test('a generated client compiles, and solves', async ({ baseURL }) => {
  const folder = await mkdtemp(join('test-results', 'client-'));
  try {
    await run('npx', ['--yes', GENERATOR, `${baseURL}openapi.json`, '-o', join(folder, 'service.ts')]);
    const compile = async (bound: string) => {
      await writeFile(join(folder, 'calls.ts'), CALLS.replace('BOUND', bound));
      const options = ['--strict', '--target', 'esnext', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', '', '--ignoreConfig'];
      return run('npx', ['tsc', ...options, join(folder, 'calls.ts')]);
    };
    await expect(compile('no_such_option')).rejects.toThrow();
    await compile('max_length');
    const { solve } = (await import(join(process.cwd(), folder, 'calls.js'))) as { solve(address: string): Promise<unknown> };
    expect(await solve(baseURL!)).toMatchObject({ line: 1, solution: "F U2 R'", length: 3 });
  } finally {
    await rm(folder, { recursive: true });
  }
});

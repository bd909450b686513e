import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, open, test } from './page';

/** Where `cargo test -p cubebatch-shaders writes_kernels -- --ignored` has left the kernels. */
const FOLDER = process.env['CUBEBATCH_KERNELS'] ?? '';

test('the browser compiles every kernel', async ({ page }) => {
  test.skip(!existsSync(FOLDER), 'CUBEBATCH_KERNELS names no folder with kernels');
  const names = (await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith('.wgsl')).sort();
  // As many as the cards of the GPU's engine name; a test that writes none would pass with none.
  expect(names).toHaveLength(31);
  const kernels = await Promise.all(names.map(async (name) => [name, await readFile(join(FOLDER, name), 'utf8')] as const));
  await open(page);
  const refused = await page.evaluate(async (kernels) => {
    const adapter = (await navigator.gpu.requestAdapter())!;
    const wanted = ['maxStorageBuffersPerShaderStage', 'maxComputeWorkgroupStorageSize', 'maxComputeInvocationsPerWorkgroup', 'maxComputeWorkgroupSizeX'] as const;
    const device = await adapter.requestDevice({ requiredLimits: Object.fromEntries(wanted.map((name) => [name, adapter.limits[name]])) });
    const refused: string[] = [];
    for (const [name, code] of kernels) {
      device.pushErrorScope('validation');
      const module = device.createShaderModule({ code });
      const { messages } = await module.getCompilationInfo();
      const errors = messages.filter(({ type }) => type === 'error').map(({ lineNum, message }) => `line ${lineNum}: ${message}`);
      if (!errors.length) {
        await device.createComputePipelineAsync({ layout: 'auto', compute: { module } }).catch((error: unknown) => errors.push(String(error)));
      }
      await device.popErrorScope();
      errors.forEach((error) => refused.push(`${name}: ${error}`));
    }
    device.destroy();
    return refused;
  }, kernels);
  expect(refused).toEqual([]);
});

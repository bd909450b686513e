import { defineConfig, devices } from '@playwright/test';
import { PROGRAM } from './tests/program';

const PORT = 4179;
const chromium = {
  ...devices['Desktop Chrome'],
  // The system's browser, unless CHROMIUM says another one.
  launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' },
};
const webgpu = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan'];
const noWebgpu = ['--disable-features=WebGPUService', '--disable-blink-features=WebGPU'];

function project(name: string, args: string[], testMatch: RegExp) {
  const launchOptions = { ...chromium.launchOptions, args };
  return { name, testMatch, use: { ...chromium, launchOptions } };
}

export default defineConfig({
  testDir: 'tests',
  // A method's first solution waits for its tables.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: 2,
  reporter: 'list',
  use: { baseURL: `http://localhost:${PORT}/` },
  webServer: {
    command: `"${PROGRAM}" serve --listen 127.0.0.1:${PORT} --log warn`,
    // The program may have to build tables first.
    timeout: 180_000,
    url: `http://localhost:${PORT}/`,
  },
  projects: [
    project('webgpu', webgpu, /\.spec\.ts$/),
    project('without-webgpu', noWebgpu, /(device|many|solve|compare)\.spec\.ts$/),
    project('screenshots', webgpu, /screenshots\.ts$/),
    project('measure', webgpu, /measure\.ts$/),
  ],
});

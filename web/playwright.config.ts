import { defineConfig, devices } from '@playwright/test';
import { NGINX, PORT } from './tests/ports';
import { PROGRAM } from './tests/program';

/** A name that is not the machine's own to a browser, as one of the local network. */
const LAN = 'cubes.lan';
/** The name of the site in docs/deploy/nginx.conf. */
const SITE = 'cubes.example.org';
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

function at(baseURL: string, { use, ...rest }: ReturnType<typeof project>) {
  return { ...rest, use: { ...use, baseURL } };
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
    command: `"${PROGRAM}" serve --listen 127.0.0.1:${PORT} --allow-host ${LAN} --allow-host ${SITE} --log warn`,
    // The program may have to build tables first.
    timeout: 180_000,
    url: `http://localhost:${PORT}/health`,
  },
  projects: [
    project('webgpu', webgpu, /(?<!lan|nginx)\.spec\.ts$/),
    // What the page does otherwise where there is no GPU.
    { ...project('without-webgpu', noWebgpu, /\.spec\.ts$/), grep: /@without-webgpu/ },
    at(`http://${LAN}:${PORT}/`, project('lan', [`--host-resolver-rules=MAP ${LAN} 127.0.0.1`], /lan\.spec\.ts$/)),
    // The certificate is made for the test, and the browser keeps no files of a page whose certificate it doubts.
    at(`https://${SITE}/`, project('nginx', [`--host-resolver-rules=MAP ${SITE}:443 127.0.0.1:${NGINX}`, '--ignore-certificate-errors'], /nginx\.spec\.ts$/)),
    project('screenshots', webgpu, /screenshots\.ts$/),
    project('measure', webgpu, /measure\.ts$/),
  ],
});

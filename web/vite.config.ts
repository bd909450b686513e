import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { offline } from './offline.plugin';

/** The version of the program, which is that of the page. */
const version = /^version = "(.*)"$/m.exec(readFileSync('../Cargo.toml', 'utf8'))![1]!;

export default defineConfig({
  // So that the page works from any folder of a host.
  base: './',
  // What the WebAssembly module imports.
  resolve: { alias: { 'cubebatch-host': fileURLToPath(new URL('page/engine/host.ts', import.meta.url)) } },
  define: { 'import.meta.env.VERSION': JSON.stringify(version) },
  worker: { format: 'es' },
  plugins: [offline()],
  build: {
    target: 'esnext',
    // The bundle holds code of others, whose licences go with it.
    license: { fileName: 'licences.md' },
    // three.js, which comes after the first paint.
    chunkSizeWarningLimit: 600,
  },
});

import { defineConfig } from 'vite';

/** The view of reports as one script, which the program puts into the page of `bench --html`. */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: '../cli/src/commands/bench',
    emptyOutDir: false,
    lib: { entry: 'page/report/alone.ts', formats: ['iife'], name: 'report', fileName: () => 'report.js' },
    rolldownOptions: { output: { postBanner: '/*! `./page build` makes this of web/page/report. It holds Chartist (chartist.dev) by Gion Kunz, MIT OR WTFPL. */' } },
  },
});

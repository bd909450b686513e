import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Makes the worker that keeps the page for a start without a network: it has to know all files, and their version. */
export function offline(): Plugin {
  return {
    name: 'offline',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => name !== 'index.html');
      const files = ['./', ...[...built, ...readdirSync('public')].sort().map((name) => `./${name}`)];
      const hash = createHash('sha256').update(JSON.stringify(files));
      for (const name of ['index.html', ...readdirSync('public').map((name) => `public/${name}`)]) {
        hash.update(readFileSync(name));
      }
      const source = readFileSync('page/offline/worker.js', 'utf8')
        .replace('__VERSION__', JSON.stringify(`cubebatch-${hash.digest('hex').slice(0, 16)}`))
        .replace('__FILES__', JSON.stringify(files));
      this.emitFile({ type: 'asset', fileName: 'offline.js', source });
    },
  };
}

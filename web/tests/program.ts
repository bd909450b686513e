import { fileURLToPath } from 'node:url';

/** The program of which the page is a part, and whose rows are compared with the page's: `./page` builds it. */
export const PROGRAM =
  process.env['CUBEBATCH_PROGRAM'] ?? fileURLToPath(new URL('../../target/release/cubebatch', import.meta.url));

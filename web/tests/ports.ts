/** Where the tests' service listens, and nginx before it. */
export const PORT = 4179;
export const NGINX = 4180;

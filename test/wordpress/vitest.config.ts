import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/wordpress/**/*.test.ts', 'test/proxy-conformance/wordpress.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // Each starts a database, PHP and a web server.
    maxWorkers: 2,
  },
});

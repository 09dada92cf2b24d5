import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/scale/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // Each file has a PostgreSQL and a Redis of its own, and mostly waits for them.
    maxWorkers: 3,
  },
});

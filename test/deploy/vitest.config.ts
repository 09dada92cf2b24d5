import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/deploy/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 600_000,
    // All have one network, in which each program has its documented port.
    fileParallelism: false,
  },
});

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/servers/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // All use the ports that the documentation names.
    fileParallelism: false,
  },
});

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/package/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});

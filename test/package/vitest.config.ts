import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Its shops are copies of those of shops.test.ts, and share their caches. */
const last = 'test/package/written-pages.test.ts';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // Vitest leaves one processor free, which would be half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: { name: 'package', include: ['test/package/*.test.ts'], exclude: [last], sequence: { groupOrder: 1 } },
      },
      { extends: true, test: { name: 'written pages', include: [last], sequence: { groupOrder: 2 } } },
    ],
  },
});

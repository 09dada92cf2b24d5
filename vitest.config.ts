import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    // Vitest leaves one processor free, which would be half of a small machine.
    maxWorkers: '100%',
    forceRerunTriggers: ['**/test/cases/**', '**/test/proxy-conformance/cases/**'],
    projects: [
      // They change nothing global, so they share what they import.
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
      {
        extends: true,
        test: {
          name: 'programs',
          include: ['test/programs/**/*.test.ts', 'test/proxy-conformance/{node,serve}.test.ts'],
        },
      },
    ],
  },
});

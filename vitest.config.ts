import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    // Vitest leaves one processor free, which would be half of a small machine.
    maxWorkers: '100%',
    forceRerunTriggers: ['**/test/cases/**', '**/test/proxy-conformance/cases/**'],
    projects: [
      // They share what they import, but for those that replace a module, or a global that a module reads once.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          exclude: ['test/unit/**/*.isolated.test.ts'],
          setupFiles: 'test/support/restore-globals.ts',
          isolate: false,
        },
      },
      { extends: true, test: { name: 'unit-isolated', include: ['test/unit/**/*.isolated.test.ts'] } },
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

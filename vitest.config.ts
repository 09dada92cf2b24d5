import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts', 'test/proxy-conformance/{node,serve}.test.ts'],
    testTimeout: 30_000,
    // Vitest leaves one processor free, which would be half of a small machine.
    maxWorkers: '100%',
    forceRerunTriggers: ['**/test/cases/**', '**/test/proxy-conformance/cases/**'],
  },
});

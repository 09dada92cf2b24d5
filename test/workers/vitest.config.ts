import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/workers/*.test.ts', 'test/proxy-conformance/workerd.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Vitest leaves one processor free, which would be half of a small machine.
    maxWorkers: '100%',
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/random-pages/*.test.ts'], maxWorkers: 2, hookTimeout: 60_000 },
});

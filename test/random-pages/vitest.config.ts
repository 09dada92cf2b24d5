import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/random-pages/*.test.ts'], fileParallelism: false, hookTimeout: 60_000 },
});

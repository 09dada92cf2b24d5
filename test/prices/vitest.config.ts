import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/prices/*.test.ts'], fileParallelism: false, hookTimeout: 300_000 },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/opt-out/*.test.ts'], fileParallelism: false, hookTimeout: 300_000 },
});

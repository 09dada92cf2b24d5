import { defineConfig } from 'vitest/config';

// One thread that collects garbage, and seldom: the time of others would count as that of the work.
const execArgv = ['--single-threaded-gc', '--max-semi-space-size=128'];

export default defineConfig({
  test: { include: ['test/growth/**/*.test.ts'], testTimeout: 180_000, fileParallelism: false, execArgv },
});

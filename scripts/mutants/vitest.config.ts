import { defineConfig } from 'vitest/config';

/**
 * Stryker runs all tests for a mutant that takes effect while a file loads, so it gets no more than the tests near that
 * file.
 */
export default defineConfig({
  test: { include: (process.env['MUTANTS_TESTS'] ?? '').split(','), testTimeout: 30_000 },
});

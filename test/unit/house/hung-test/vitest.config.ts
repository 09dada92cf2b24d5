import { defineConfig } from 'vitest/config';
import VitestHungTest from '../../../support/vitest-hung-test.ts';

export default defineConfig({
  test: {
    include: ['test/unit/house/hung-test/blocks-its-thread.ts'],
    testTimeout: 100,
    reporters: ['json', new VitestHungTest({ outsideTestsMs: 6_000, graceMs: 500 })],
  },
});

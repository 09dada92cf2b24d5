import { defineConfig } from 'vitest/config';

/** As a shop has it that has not read of the setup file. */
export default defineConfig({ test: { include: ['currency.test.ts'] } });

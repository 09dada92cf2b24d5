import { defineConfig } from '@playwright/test';
import shared from '../../playwright.config.ts';

export default defineConfig(shared, {
  testDir: '.',
  globalSetup: './support/global-setup.ts',
  timeout: 60_000,
  reporter: [['line'], ['../support/playwright-closing-line.ts', { suite: 'frameworks' }]],
});

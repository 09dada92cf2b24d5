import { defineConfig } from '@playwright/test';
import { chromium, findOrInstallBrowser } from './test/support/find-browser.ts';

// Found once by the main process; workers inherit the variable.
process.env.CHROMIUM_PATH ||= findOrInstallBrowser(chromium);

export default defineConfig({
  testDir: 'test/browser',
  testMatch: '**/*.spec.ts',
  globalSetup: './test/browser/support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  workers: 2,
  timeout: 30_000,
  reporter: [['line'], ['./test/support/playwright-closing-line.ts', { suite: 'browser' }]],
  // `npm test` runs what has no tag.
  projects: [
    { name: 'core', grepInvert: /@rare|@release/ },
    { name: 'rare', grep: /@rare/ },
    { name: 'release', grep: /@release/ },
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '',
      // The resolver rule keeps the browser from asking for any host but the tests' own.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost',
      ],
    },
  },
});

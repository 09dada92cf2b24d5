import { type Browser, chromium } from '@playwright/test';
import { chromium as program, findOrInstallBrowser } from '../support/find-browser.ts';

/** Chromium without a window, for visits of many pages. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findOrInstallBrowser(program);
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

import type { Page } from '@playwright/test';

/** Chromium has no Global Privacy Control of its own: https://www.w3.org/TR/gpc/ */
export async function signalPrivacy(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders({ 'sec-gpc': '1' });
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true, configurable: true }),
  );
}

import type { Page } from '@playwright/test';
import { faults, type Site } from '../../support/site.ts';

/** The day of the browser, as owners write the day of their rates. */
export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

export const rates = (more: Readonly<Record<string, unknown>> = {}, date = daysAgo(1)) => ({
  base: 'EUR',
  date,
  rates: { USD: 1.1, JPY: 165, KWD: 0.33, GBP: 0.88, HUF: 400, IDR: 17_600, ...more },
});

/** A settings block, for the head. */
export const block = (settings: unknown) =>
  `<script type="application/json" data-geo-settings>${JSON.stringify(settings)}</script>`;

/** Serves rates at an address. */
export function serveRates(site: Site, value: unknown, path = '/rates.json'): void {
  site.file(path, faults.body(typeof value === 'string' ? value : JSON.stringify(value)));
}

/** How often a file of ours, or an address, has been asked for. */
export function asked(site: Site, pattern: RegExp): number {
  return site.requests.filter((path) => pattern.test(path)).length;
}

/** Waits until some price has been converted. */
export async function converted(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('geo-currency:state(estimate)') ||
      [...document.querySelectorAll('[data-geo-currency]')].some((element) => element.textContent?.startsWith('≈')),
  );
}

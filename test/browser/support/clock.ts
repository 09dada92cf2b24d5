import type { Page } from '@playwright/test';

// A clock can't be stopped at a time that has passed, so the margin is wide enough for a slow machine.
const marginMs = 60_000;

/** Stops the clock of pages that are opened from now on: time passes only where a test says so. */
export async function stopClock(page: Page, time = 0): Promise<void> {
  await page.clock.install({ time });
  await page.clock.pauseAt(time + marginMs);
}

/** Stops the installed clock of the open page a minute later. What was due by then is done once. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + marginMs);
}

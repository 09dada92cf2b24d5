import type { Page } from '@playwright/test';

/** Waits until the page has its styles and fonts: before that, each height is still to change. */
export async function styled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
  );
  await page.evaluate(async () => {
    // Fonts are asked for by what is laid out.
    document.body.getBoundingClientRect();
    await document.fonts.ready;
  });
}

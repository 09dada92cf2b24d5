import type { Page } from '@playwright/test';
import { frameRecorder, type Frame, inPieces } from '../../support/first-frame.ts';
import type { Site } from '../../support/site.ts';
import { expect, open } from '../support/test.ts';

/** A document that is watched from its first line. */
export function watched(tag: string, body: string, head = '', nonce = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop</title>${frameRecorder(nonce)}${head}${tag}</head><body><h1>Shop</h1>${body}</body></html>`;
}

/** Visits the site for the first time, so that a record is remembered and the files are in the browser's cache. */
export async function visitFirst(
  page: Page,
  site: Site,
  body = '<p data-geo-text="{city}">you</p><geo-if country="FR">A</geo-if>',
  url = site.url,
): Promise<void> {
  site.page(body, { path: '/first' });
  await open(page, `${url}/first`);
}

export interface Load {
  readonly frames: readonly Frame[];
  readonly shift: number;
}

/** Loads an address until nothing comes any more, and reads what its frames have shown. */
export async function load(page: Page, url: string): Promise<Load> {
  await page.goto(url);
  await page.waitForFunction(
    () =>
      globalThis.geolet?.visitor !== undefined &&
      !document.querySelector(':is(geo-if,geo-switch,geo-text,geo-currency):not(:defined)'),
  );
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return { frames: recorded.painted(), shift: recorded.shift };
  });
}

/** Loads a page several times, each in a tab of its own; every frame of every load must have been right. */
export async function expectRightFrames(
  page: Page,
  site: Site,
  pieces: readonly string[],
  { loads = 5, pauseMs = 50, url = site.url }: { loads?: number; pauseMs?: number; url?: string } = {},
): Promise<void> {
  site.file('/again', inPieces(pieces, pauseMs, site.headers));
  for (let index = 0; index < loads; index++) {
    const tab = await page.context().newPage();
    const { frames, shift } = await load(tab, `${url}/again`);
    expect(frames.length, 'frames with markers').toBeGreaterThan(0);
    expect(
      frames.flatMap(({ wrong }) => wrong),
      'wrong in any frame',
    ).toEqual([]);
    expect(shift, 'layout shift').toBe(0);
    await tab.close();
  }
}

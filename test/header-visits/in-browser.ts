import { type Browser, chromium as engine, type Page } from '@playwright/test';
import { chromium, findOrInstallBrowser } from '../support/find-browser.ts';
import { addressOf, type Cache } from './cache.ts';
import { readingOf, visitOf } from './shop.ts';

/** More than processors: each waits for its frames. */
const tabs = 4;
/** A tab grows with what it has visited. */
const visitsOfTab = 500;

/**
 * Visits pages in Chromium, each at a host of its own, which has never been visited and where nothing is stored.
 *
 * @returns what was wrong in a frame.
 */
export async function visitInBrowser({ port }: Cache, end: number): Promise<readonly string[]> {
  const executablePath = findOrInstallBrowser(chromium);
  if (executablePath === undefined) throw new Error('No Chromium was found and none could be installed.');
  const browser = await engine.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
  });
  const wrong: string[] = [];
  let next = 0;
  const visitSome = async () => {
    while (next < end) {
      const { page, close } = await openTab(browser);
      for (let count = 0; count < visitsOfTab && next < end; count++) wrong.push(...(await visit(page, next++, port)));
      await close();
    }
  };
  await Promise.all(Array.from({ length: tabs }, visitSome));
  await browser.close();
  return wrong;
}

async function openTab(browser: Browser): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await browser.newContext({ locale: 'en-US' });
  return { page: await context.newPage(), close: () => context.close() };
}

/** `geolet.js`, and the file of what follows the first frame: no lookup. */
const ownFile = /^\/geolet(?:-response\.\w+)?\.js$/;

async function visit(page: Page, number: number, port: number): Promise<readonly string[]> {
  const one = visitOf(number);
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': addressOf(one) });
  await page.goto(`http://visit-${number}.shop.localhost:${port}/page-${one.page}`, { waitUntil: 'commit' });
  const { frames, asked, source } = await page.evaluate(async () => {
    while (!performance.getEntriesByName('first-contentful-paint').length || !globalThis.geolet?.visitor)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return {
      frames: recorded.painted(),
      asked: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
      source: globalThis.geolet.visitor.source,
    };
  });
  const right = readingOf(one).map((text) => `${text} for ?`);
  const seen = frames.map(({ wrong }) => wrong.join('; '));
  // In all but the last frame, markers at the end may just be arriving, which shows nothing.
  const areRight = frames.every(({ wrong }, frame) => {
    const whole = frame < frames.length - 1 ? right.slice(0, wrong.length) : right;
    return wrong.join() === whole.join();
  });
  const isKnown = source === (one.place === undefined ? 'none' : 'header');
  if (areRight && seen.length > 0 && isKnown && asked.every((path) => ownFile.test(path))) return [];
  return [`visit ${number}: ${source}, ${asked.join()}: ${seen.join(' | ')}, not ${right.join('; ')}`];
}

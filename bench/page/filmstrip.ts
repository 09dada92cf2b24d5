/**
 * `npm run make -- filmstrip`: the README's picture of first frames, filmed of a small shop on a distant server and a slow
 * processor.
 */
import { scriptTag } from '../../test/support/site.ts';
import { inlined, pasted, withoutEndpoint } from '../../test/support/ways-to-install.ts';
import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import { startBrowser } from './browser.ts';
import { type PageOptions, startFarSite } from './far-site.ts';
import { beginningOf, type Film, type FilmedWay, filmSheet } from './filmstrip/sheet.ts';
import { rivals } from './ways.ts';

const output = 'docs/pictures/filmstrip.jpg';
const roundTripMs = 150;
const slowdown = 4;
const viewport = { width: 480, height: 244 };
/** Of these the one in the middle is shown. */
const takes = 5;

const shop = readFileSync(new URL('filmstrip/shop.html', import.meta.url), 'utf8').replace(
  '<!-- shoe -->',
  readFileSync(new URL('../../demo/page/pictures/shoe.svg', import.meta.url), 'utf8'),
);
const documentOf = (head: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Footnote</title>${head}</head><body>${shop}</body></html>`;

const far = await startFarSite(roundTripMs);
const browser = await startBrowser(far.browserArguments);
try {
  const [stored, , thirdParty, hidden] = rivals(far);
  const ways: readonly { title: string; what: string; head?: string; options?: PageOptions }[] = [
    { title: 'Geolet at your proxy', what: 'the record comes in the page', options: { atEdge: 'inline' } },
    {
      title: 'Geolet by a header',
      what: 'one stored page for all, no proxy',
      head: pasted('header') + withoutEndpoint(inlined()),
      options: { named: 'FR' },
    },
    {
      title: 'Geolet in the page',
      what: 'the tag and two pasted lines',
      head: scriptTag + pasted('snippet') + pasted('ask'),
    },
    { title: 'Script with IndexedDB', what: 'swaps when it has read', head: stored.head },
    { title: 'Third-party widget', what: 'its script, then its API', head: thirdParty.head },
    { title: 'The same, page hidden', what: 'by an anti-flicker snippet', head: hidden.head },
  ];
  const visited = ways.map(({ head = '', options, ...description }) => ({
    description,
    url: far.page(documentOf(head), options),
    first: [] as Film[],
    repeat: [] as Film[],
  }));
  for (let take = 0; take < takes; take++) {
    for (const { url, first, repeat } of visited) {
      const context = await browser.newContext({ viewport, locale: 'en-US' });
      first.push(await film(context, url));
      // Another day: nothing that was connected is any more.
      far.disconnect();
      repeat.push(await film(context, url));
      far.disconnect();
      await context.close();
    }
  }
  const filmed = visited.map(({ description, first, repeat }): FilmedWay => ({
    ...description,
    first: middleOf(first),
    repeat: middleOf(repeat),
  }));
  for (const { title, first, repeat } of filmed)
    console.log(
      `${title}: ${[first, repeat]
        .map((film) =>
          (['written', 'right'] as const)
            .map((state) => [state, beginningOf(film, state)] as const)
            .filter(([, ms]) => !Number.isNaN(ms))
            .map(([state, ms]) => `${state} ${ms.toFixed(0)} ms`)
            .join(', '),
        )
        .join('; next visit ')}`,
    );
  const sheet = await browser.newPage({ viewport: { width: 1660, height: 400 } });
  await sheet.setContent(filmSheet(filmed, { roundTripMs, slowdown }));
  await sheet.locator('body').screenshot({ path: output, type: 'jpeg', quality: 55 });
  console.log(`${output}: ${readFileSync(output).length} bytes`);
} finally {
  await browser.close();
  await far.close();
}

/** Every painted frame until the page is right. */
async function film(context: BrowserContext, url: string): Promise<Film> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const shots: { readonly at: number; readonly picture: string }[] = [];
  session.on('Page.screencastFrame', ({ data, metadata: { timestamp = Number.NaN }, sessionId }) => {
    shots.push({ at: timestamp * 1000, picture: data });
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await page.goto(url);
  await page.waitForFunction(
    () =>
      document.querySelector('h1')?.textContent === 'Made to walk France' &&
      getComputedStyle(document.body).opacity === '1',
  );
  await page.waitForTimeout(300);
  const { start, blank, right } = {
    start: await page.evaluate(() => performance.timeOrigin),
    blank: shots[0]?.picture,
    right: shots.at(-1)?.picture,
  };
  await page.close();
  const stateOf = (picture: string) => {
    if (picture === right) return 'right';
    return picture.length < (blank?.length ?? 0) * 1.5 ? 'blank' : 'written';
  };
  return {
    frames: shots.map(({ at, picture }) => ({
      atMs: at - start,
      picture,
      state: stateOf(picture),
    })),
  };
}

/** By when they are right. */
function middleOf(films: readonly Film[]): Film {
  const film = films.toSorted((left, right) => beginningOf(left, 'right') - beginningOf(right, 'right'))[
    films.length >> 1
  ];
  if (!film) throw new Error('nothing was filmed');
  return film;
}

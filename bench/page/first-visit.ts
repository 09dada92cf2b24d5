import type { Browser, Page } from '@playwright/test';
import { frameRecorder } from '../../test/support/first-frame.ts';
import { scriptTag } from '../../test/support/site.ts';
import { headTag, inlined, pasted } from '../../test/support/ways-to-install.ts';
import { median } from '../median.ts';
import { startBrowser } from './browser.ts';
import { type FarSite, type PageOptions, startFarSite } from './far-site.ts';
import { quartiles, type Section } from './report.ts';
import { rivals } from './ways.ts';

/** Two distances: the part that grows with the distance is round trips, the rest is processor time. */
const nearMs = 50;
const farMs = 150;

/** How a page gets what it needs, on a first visit. */
interface Arrangement {
  readonly name: string;
  readonly head: string;
  /** The content of the page; bindings by default. */
  readonly elements?: boolean;
  readonly options?: PageOptions;
  /** Round trips from the first byte of the HTML to the last text, at most. */
  readonly goal?: number;
}

export interface FirstVisit {
  readonly arrangement: string;
  readonly goal: number | undefined;
  /** From the first byte of the HTML until all bound values are right, at 50 ms and at 150 ms. */
  readonly nearMs: readonly number[];
  readonly farMs: readonly number[];
  readonly roundTrips: readonly number[];
  /** The number of requests for the record, on the first view and on the next. */
  readonly asked: readonly [first: number, next: number];
}

const recordPreload = '<link rel="preload" as="fetch" href="/geo" crossorigin>';
const scriptHint = '</geolet.js>; rel=preload; as=script';
const recordHint = '</geo>; rel=preload; as=fetch; crossorigin';

function arrangementsOf(site: FarSite, roundTripMs: number): Arrangement[] {
  const slow = { serverMs: roundTripMs };
  const asking = scriptTag + pasted('ask');
  return [
    { name: 'async tag', head: scriptTag },
    { name: 'tag in the head', head: headTag },
    { name: 'inline request', head: asking, goal: 1 },
    { name: 'preload of the record', head: recordPreload + scriptTag, goal: 1 },
    { name: 'geolet.js inlined', head: inlined(), goal: 1 },
    { name: 'record by the proxy, async tag', head: scriptTag, options: { atEdge: 'page' }, goal: 1 },
    { name: 'record and geolet.js by the proxy', head: '', options: { atEdge: 'inline' }, goal: 0 },
    { name: 'elements, async tag', head: scriptTag, elements: true },
    { name: 'elements, inline request', head: asking, elements: true, goal: 1 },
    {
      name: 'elements, record and geolet.js by the proxy',
      head: '',
      elements: true,
      options: { atEdge: 'inline' },
      goal: 0,
    },
    { name: 'slow HTML, async tag', head: scriptTag, options: slow },
    { name: 'slow HTML, Early Hints of geolet.js', head: scriptTag, options: { ...slow, earlyHints: [scriptHint] } },
    {
      name: 'slow HTML, Early Hints of geolet.js and record',
      head: scriptTag,
      options: { ...slow, earlyHints: [scriptHint, recordHint] },
    },
    {
      name: 'slow HTML, Early Hints of geolet.js, inline request',
      head: asking,
      options: { ...slow, earlyHints: [scriptHint] },
    },
    { name: 'quick HTML, Early Hints of geolet.js', head: scriptTag, options: { earlyHints: [scriptHint] } },
    ...rivals(site),
  ];
}

/** @param visits of each arrangement at each distance. */
export async function measureFirstVisits(visits: number): Promise<FirstVisit[]> {
  const near = await prepare(nearMs);
  const far = await prepare(farMs);
  try {
    // The first round warms servers and browsers up, and looks at a next view too.
    for (let round = -1; round < visits; round++) {
      for (const [index, visited] of far.arrangements.entries()) {
        for (const [place, one] of [
          [near, near.arrangements[index]],
          [far, visited],
        ] as const) {
          if (one) await (round < 0 ? countRequests : measure)(place.browser, place.site, one);
        }
      }
    }
  } finally {
    for (const { browser, site } of [near, far]) {
      await browser.close();
      await site.close();
    }
  }
  return far.arrangements.map(({ name, goal, ms, asked }, index) => {
    const nearBy = near.arrangements[index]?.ms ?? [];
    const roundTrips = ms.map((value, round) => (value - (nearBy[round] ?? Number.NaN)) / (farMs - nearMs));
    return {
      arrangement: name,
      goal,
      nearMs: nearBy,
      farMs: ms,
      roundTrips,
      asked: [asked[0] ?? Number.NaN, asked[1] ?? Number.NaN],
    };
  });
}

interface Visited extends Arrangement {
  readonly url: string;
  readonly ms: number[];
  readonly asked: number[];
}

async function prepare(
  roundTripMs: number,
): Promise<{ readonly site: FarSite; readonly browser: Browser; readonly arrangements: readonly Visited[] }> {
  const site = await startFarSite(roundTripMs);
  const arrangements = arrangementsOf(site, roundTripMs).map((arrangement): Visited => ({
    ...arrangement,
    url: site.page(documentOf(arrangement), arrangement.options),
    ms: [],
    asked: [],
  }));
  return { site, browser: await startBrowser(site.browserArguments), arrangements };
}

function documentOf({ head, elements = false }: Arrangement): string {
  const price = elements
    ? '<geo-currency prices="USD 149, EUR 139">$149</geo-currency>'
    : '<span data-geo-currency="USD 149, EUR 139">$149</span>';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop</title>${frameRecorder()}${head}</head><body><h1 data-geo-text="Made to walk {city}" data-right="Made to walk Lyon">Made to walk your city</h1><p data-right="€139">${price}</p></body></html>`;
}

/** In a browser that has never been there, with nothing connected. */
async function measure(browser: Browser, site: FarSite, { url, ms }: Visited): Promise<void> {
  const context = await browser.newContext({ locale: 'en-US' });
  ms.push(await view(await context.newPage(), url));
  await context.close();
  site.disconnect();
}

/** The number of requests for the record, on a first view and on the next. */
async function countRequests(browser: Browser, site: FarSite, { url, asked }: Visited): Promise<void> {
  const context = await browser.newContext({ locale: 'en-US' });
  for (let turn = 0; turn < 2; turn++) {
    site.requests.length = 0;
    await view(await context.newPage(), url, 'networkidle');
    asked.push(site.requests.filter((path) => path === '/geo').length);
  }
  await context.close();
  site.disconnect();
}

/** @returns milliseconds from the first byte of the HTML until all bound values are right. */
export async function view(page: Page, url: string, until: 'load' | 'networkidle' = 'load'): Promise<number> {
  await page.goto(url, { waitUntil: until });
  await page.waitForFunction(() => recorded.frames.at(-1)?.wrong.length === 0, undefined, { polling: 50 });
  const took = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    // With Early Hints, `responseStart` is their time, not that of the page.
    const { responseStart = Number.NaN, finalResponseHeadersStart } = (navigation?.toJSON() ?? {}) as Readonly<
      Record<string, number | undefined>
    >;
    // One that has not all of the page yet may be right so far.
    const { markers: all } = recorded.frames.at(-1) ?? {};
    return (
      (recorded.frames.find(({ markers, wrong }) => markers === all && wrong.length === 0)?.atMs ?? Number.NaN) -
      (finalResponseHeadersStart || responseStart)
    );
  });
  await page.close();
  return took;
}

export function firstVisitSection(visits: readonly FirstVisit[]): Section {
  const plain = visits[0]?.farMs ?? [];
  const counted = ({ roundTrips }: FirstVisit): number => Math.max(0, Math.round(median(roundTrips)));
  return {
    title: 'First visit',
    head: [
      'arrangement',
      'round trips after the HTML',
      `as measured, between ${nearMs} and ${farMs} ms [quartiles]`,
      `ms at ${farMs}`,
      'less than the async tag, ms',
      'record asked for: first view, next',
    ],
    rows: visits.map((visit) => [
      visit.arrangement,
      String(counted(visit)),
      quartiles(visit.roundTrips, 2),
      median(visit.farMs).toFixed(0),
      quartiles(
        visit.farMs.map((ms, round) => (plain[round] ?? Number.NaN) - ms),
        0,
      ),
      visit.asked.join(', '),
    ]),
    goals: visits.flatMap((visit) =>
      visit.goal === undefined
        ? []
        : [
            {
              name: `first visit, ${visit.arrangement}: round trips`,
              value: counted(visit),
              goal: visit.goal,
              unit: '',
            },
          ],
    ),
  };
}

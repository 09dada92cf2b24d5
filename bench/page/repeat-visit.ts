import type { Browser, BrowserContext, Page } from '@playwright/test';
import { boundNodes, cut, frameRecorder, inPieces } from '../../test/support/first-frame.ts';
import { scriptTag } from '../../test/support/site.ts';
import { blockingTag, headTag, inlined, pasted } from '../../test/support/ways-to-install.ts';
import { median } from '../median.ts';
import { type Goal, quartiles, type Section } from './report.ts';
import { type BenchSite, remoteMs } from './site.ts';
import { floor, rivals, type Way } from './ways.ts';

const pageSizes = [20, 200, 2000];
const pieces = 8;
const pauseMs = 25;
const kinds = ['whole', 'in pieces'] as const;
type Kind = (typeof kinds)[number];

/** What repeat visits have shown, each in a tab of its own. */
export interface RepeatVisit {
  readonly way: string;
  /** Promised to be right from the first frame on. */
  readonly isRight: boolean;
  readonly pages: Readonly<Record<Kind, Shown>>;
}

interface Shown {
  /** Layout shift of each load that was watched. */
  readonly shifts: number[];
  /** What loads painted that was wrong in any frame: the first such thing of each. */
  readonly wrong: string[];
  /** Of other loads: watching takes time. */
  readonly firstPaintMs: number[];
  /** How much later than the same page without a script, in the same round. */
  readonly laterMs: number[];
}

interface Visited extends RepeatVisit {
  readonly head: string;
  readonly context: BrowserContext;
}

const noScript = 'no script';

function waysOf(site: BenchSite): Way[] {
  const askedAgain = scriptTag.replace('.js', '.js?again');
  return [
    { name: noScript, head: '' },
    { name: `${noScript}, once more`, head: '' },
    floor(),
    { name: 'Geolet, async tag', head: scriptTag },
    { name: 'Geolet, tag in the head', head: headTag, isRight: true },
    { name: 'Geolet, async blocking="render"', head: blockingTag, isRight: true },
    { name: 'Geolet, snippet', head: scriptTag + pasted('snippet'), isRight: true },
    { name: 'Geolet, inlined', head: inlined(), isRight: true },
    { name: `Geolet, async tag, file ${remoteMs} ms away`, head: askedAgain },
    { name: `Geolet, snippet, file ${remoteMs} ms away`, head: askedAgain + pasted('snippet') },
    ...rivals({ vendorScripts: site.at('cdn.example'), vendorApi: site.at('api.example') }),
  ];
}

/**
 * Pages come whole and in pieces in turn, in three sizes. What is promised is watched in every round. First paints are
 * measured in loads of their own, in one round of four, in which the others are watched too.
 */
export async function measureRepeatVisits(browser: Browser, site: BenchSite, loads: number): Promise<RepeatVisit[]> {
  const visited: Visited[] = [];
  try {
    for (const { name, head, isRight = false } of waysOf(site)) {
      const context = await browser.newContext({ locale: 'en-US' });
      visited.push({ way: name, head, isRight, context, pages: { whole: nothing(), 'in pieces': nothing() } });
      await visitFirst(context, site, head);
    }
    for (let round = 0; round < loads; round++) {
      const kind = kinds[round % 2] ?? 'whole';
      const isPaintRound = round % 8 < 2;
      const nodes = pageSizes[(round >> 1) % pageSizes.length] ?? 0;
      for (const one of visited) if (one.isRight || (isPaintRound && one.head)) await watch(one, site, kind, nodes);
      for (const one of isPaintRound ? visited : [])
        await paint(one, site, kind, pageSizes[(round >> 3) % pageSizes.length] ?? 0);
      if (isPaintRound)
        for (const { pages } of visited)
          pages[kind].laterMs.push(
            (pages[kind].firstPaintMs.at(-1) ?? Number.NaN) -
              (visited[0]?.pages[kind].firstPaintMs.at(-1) ?? Number.NaN),
          );
    }
  } finally {
    for (const { context } of visited) await context.close();
  }
  return visited.map(({ way, isRight, pages }) => ({ way, isRight, pages }));
}

const nothing = (): Shown => ({ shifts: [], wrong: [], firstPaintMs: [], laterMs: [] });

/** The values of both kinds of page. */
function both({ pages }: RepeatVisit, values: (shown: Shown) => readonly number[]): number[] {
  return kinds.flatMap((kind) => values(pages[kind]));
}

export function repeatVisitSection(visits: readonly RepeatVisit[]): Section {
  const byHand = visits.find(({ way }) => way === floor().name);
  return {
    title: 'Repeat visit',
    head: [
      'way',
      'wrong frames, whole',
      'wrong frames, in pieces',
      'layout shift',
      'first paint ms',
      'later than no script, ms [quartiles]',
      'painted first',
    ],
    rows: visits.map(rowOf),
    goals: visits.filter(({ isRight }) => isRight).flatMap((visit) => goalsOf(visit, byHand)),
  };
}

function rowOf(visit: RepeatVisit): string[] {
  const shifts = both(visit, (shown) => shown.shifts);
  const later = both(visit, ({ laterMs }) => laterMs);
  return [
    visit.way,
    ...kinds.map((kind) =>
      shifts.length > 0 ? `${visit.pages[kind].wrong.length} of ${visit.pages[kind].shifts.length} loads` : '',
    ),
    shifts.length > 0 ? Math.max(...shifts).toFixed(3) : '',
    median(both(visit, ({ firstPaintMs }) => firstPaintMs)).toFixed(0),
    quartiles(later, 0),
    kinds.map((kind) => visit.pages[kind].wrong[0]).find((text) => text !== undefined) ?? '',
  ];
}

function goalsOf(visit: RepeatVisit, byHand: RepeatVisit | undefined): Goal[] {
  const shifts = both(visit, (shown) => shown.shifts);
  const name = (what: string) => `repeat visit, ${visit.way}: ${what}`;
  return [
    {
      name: name(`loads with a wrong frame, of ${shifts.length}`),
      value: kinds.reduce((sum, kind) => sum + visit.pages[kind].wrong.length, 0),
      goal: 0,
      unit: '',
    },
    { name: name('layout shift'), value: Math.max(...shifts), goal: 0, unit: '' },
    {
      name: name('first paint later than the least by hand'),
      value: median(laterThan(visit, byHand)),
      goal: 8,
      unit: 'ms',
    },
  ];
}

/** Compared within each round. */
function laterThan(visit: RepeatVisit, other: RepeatVisit | undefined): number[] {
  return kinds.flatMap((kind) =>
    visit.pages[kind].laterMs.map((ms, round) => ms - (other?.pages[kind].laterMs[round] ?? Number.NaN)),
  );
}

/** Until everything is written: then the record is remembered, and the scripts are in the browser's cache. */
async function visitFirst(context: BrowserContext, site: BenchSite, head: string): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(site.document('/first', inPieces([documentOf(head, pageSizes[0] ?? 0, true)], 0)));
  if (head) await untilRight(tab);
  await tab.waitForLoadState('networkidle');
  await tab.close();
}

/** A load whose every frame is looked at. */
async function watch({ context, head, pages }: Visited, site: BenchSite, kind: Kind, nodes: number): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(serve(site, kind, documentOf(head, nodes, true)));
  await untilRight(tab);
  const { painted, shift } = await tab.evaluate(() => ({ painted: recorded.painted(), shift: recorded.shift }));
  await tab.close();
  pages[kind].shifts.push(shift);
  const [wrong] = painted.flatMap((frame) => frame.wrong);
  if (wrong !== undefined) pages[kind].wrong.push(wrong);
}

/** A load of which only the time of the first paint is measured. */
async function paint({ context, head, pages }: Visited, site: BenchSite, kind: Kind, nodes: number): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(serve(site, kind, documentOf(head, nodes, false)));
  const handle = await tab.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    undefined,
    { polling: 50 },
  );
  pages[kind].firstPaintMs.push(Number(await handle.jsonValue()));
  await tab.close();
}

function documentOf(head: string, nodes: number, isWatched: boolean): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop</title>${isWatched ? frameRecorder() : ''}${head}<style>body { font: 16px sans-serif }</style></head><body><h1 data-right="Shoes for Lyon"><geo-text template="Shoes for {city}">Shoes for you</geo-text></h1>${boundNodes(nodes)}</body></html>`;
}

function serve(site: BenchSite, kind: Kind, html: string): string {
  const start = html.indexOf('<h1');
  return site.document(
    '/again',
    kind === 'whole'
      ? inPieces([html], 0)
      : inPieces([html.slice(0, start), ...cut(html.slice(start), pieces)], pauseMs),
  );
}

/** Whether the page is complete, is right, and was right in its last frames. */
async function untilRight(tab: Page): Promise<void> {
  await tab.waitForFunction(
    () =>
      document.readyState === 'complete' &&
      recorded.frames.length > 3 &&
      recorded.frames.slice(-2).every(({ wrong }) => wrong.length === 0),
    undefined,
    { polling: 50 },
  );
}

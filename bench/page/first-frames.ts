import { type Engine, engines } from '../../test/engines/engines.ts';
import { Page, witness } from '../../test/engines/page.ts';
import type { Session } from '../../test/engines/session.ts';
import { cut, frameRecorder, inPieces } from '../../test/support/first-frame.ts';
import { startService } from '../../test/support/service.ts';
import { startSite } from '../../test/support/site.ts';
import { contentFor, rightWays, type Way } from '../../test/support/ways-to-install.ts';
import type { Build } from './builds.ts';
import type { Section } from './report.ts';

const sizes = [3, 50, 500];
const nodes = 20;
const pieces = 8;
const pauseMs = 25;
const kinds = ['whole', 'in pieces'] as const;
type Kind = (typeof kinds)[number];

/** What repeat visits in one engine have painted, by one way to install. */
export interface FirstFrames {
  readonly engine: string;
  readonly way: string;
  readonly build: Build['name'];
  /** Why there are no loads. */
  readonly missing?: string;
  readonly pages: Readonly<Record<Kind, Painted>>;
}

interface Painted {
  /** How many loads there were of pages with so many elements, and how many of them painted something wrong. */
  readonly sizes: Readonly<Record<number, { loads: number; wrong: number }>>;
  /** The first wrong thing of each such load. */
  readonly wrong: string[];
  /** Of each load; empty where the browser does not report it. */
  readonly shifts: number[];
}

interface Visited extends FirstFrames {
  readonly installed: Way;
  readonly url: string;
  readonly page: Page;
}

/** @param loads of each way in each engine; sizes and kinds of pages take turns. */
export async function measureFirstFrames(
  names: readonly string[],
  builds: readonly Build[],
  loads: number,
): Promise<FirstFrames[]> {
  const service = await startService();
  const measured: FirstFrames[] = [];
  try {
    for (const engine of engines.filter(({ name }) => names.includes(name)))
      measured.push(...(await measureEngine(engine, builds, loads, service)));
  } finally {
    await service.stop();
  }
  return measured;
}

async function measureEngine(
  { name: engine, prepare }: Engine,
  builds: readonly Build[],
  loads: number,
  service: { readonly url: string; readonly key: string },
): Promise<FirstFrames[]> {
  const start = prepare();
  if (typeof start === 'string') return [{ engine, way: 'all', build: 'now', missing: start, pages: nothing() }];
  const session = await start();
  const visited: Visited[] = [];
  try {
    for (const build of builds)
      for (const way of rightWays(build.folder))
        visited.push(await visitFirst(session, service, { engine, way, build }));
    for (let round = 0; round < loads; round++)
      for (const one of visited)
        if (one.missing === undefined)
          await load(one, sizes[(round >> 1) % sizes.length] ?? 0, kinds[round % 2] ?? 'whole');
  } finally {
    await session.close();
    for (const { page } of visited) await page.site.close();
  }
  return visited.map(({ way, build, missing, pages }) => ({
    engine,
    way,
    build,
    ...(missing !== undefined && { missing }),
    pages,
  }));
}

const nothing = (): FirstFrames['pages'] => ({ whole: none(), 'in pieces': none() });
const none = (): Painted => ({
  sizes: Object.fromEntries(sizes.map((size) => [size, { loads: 0, wrong: 0 }])),
  wrong: [],
  shifts: [],
});

/** Each way has an origin of its own, so that nothing is remembered from another. */
async function visitFirst(
  session: Session,
  { url: upstream, key }: { readonly url: string; readonly key: string },
  { engine, way, build }: { engine: string; way: Way; build: Build },
): Promise<Visited> {
  const page = new Page(session, await startSite(upstream, key, { files: build.files }));
  const { url } = way.front ? await page.site.front(way.front) : page.site;
  page.site.page(documentOf(way, 3), { path: '/first' });
  await page.goto(`${url}/first`);
  await page.settled();
  const missing =
    way.needs && !(await page.run(way.needs.has)) ? `this browser has no ${way.needs.feature}` : undefined;
  return {
    engine,
    way: way.name,
    build: build.name,
    ...(missing !== undefined && { missing }),
    pages: nothing(),
    installed: way,
    url,
    page,
  };
}

async function load({ installed, url, page, pages }: Visited, size: number, kind: Kind): Promise<void> {
  const html = documentOf(installed, size);
  const start = html.indexOf('<h1');
  page.site.file(
    '/again',
    kind === 'whole'
      ? inPieces([html], 0)
      : inPieces([html.slice(0, start), ...cut(html.slice(start), pieces)], pauseMs),
  );
  await page.goto(`${url}/again`);
  await page.settled();
  const { wrong, shift } = await page.run(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return {
      wrong: recorded.painted().flatMap((frame) => frame.wrong),
      shift: PerformanceObserver.supportedEntryTypes.includes('layout-shift') ? recorded.shift : undefined,
    };
  });
  const counted = pages[kind].sizes[size];
  if (counted) {
    counted.loads++;
    if (wrong.length) counted.wrong++;
  }
  if (wrong[0] !== undefined) pages[kind].wrong.push(wrong[0]);
  if (shift !== undefined) pages[kind].shifts.push(shift);
}

function documentOf(way: Way, size: number): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop</title>${witness()}${frameRecorder()}${way.head}<style>body { font: 16px sans-serif }</style></head><body><h1>Shop</h1>${contentFor(way, size, nodes)}</body></html>`;
}

export function firstFramesSection(measured: readonly FirstFrames[]): Section {
  return {
    title: 'First frames in three engines',
    head: [
      'engine',
      'way',
      ...kinds.map((kind) => `loads with a wrong frame, ${kind}`),
      'layout shift',
      'painted first',
    ],
    rows: measured.map((one) => [
      one.engine,
      nameOf(one),
      ...kinds.map((kind) => one.missing ?? countsOf(one.pages[kind])),
      shiftOf(one)?.toFixed(3) ?? '',
      kinds.map((kind) => one.pages[kind].wrong[0]).find((text) => text !== undefined) ?? '',
    ]),
    goals: measured
      .filter(({ build, missing }) => build === 'now' && missing === undefined)
      .flatMap((one) => {
        const name = `first frames, ${one.engine}, ${one.way}`;
        const wrong = kinds.reduce((sum, kind) => sum + one.pages[kind].wrong.length, 0);
        const shift = shiftOf(one);
        return [
          { name: `${name}: loads with a wrong frame`, value: wrong, goal: 0, unit: '' },
          ...(shift === undefined ? [] : [{ name: `${name}: layout shift`, value: shift, goal: 0, unit: '' }]),
        ];
      }),
  };
}

const nameOf = ({ way, build }: FirstFrames): string => (build === 'now' ? way : `${way}, before`);

function countsOf({ sizes }: Painted): string {
  const counts = Object.entries(sizes).map(([size, { loads, wrong }]) => `${wrong} of ${loads} (${size} elements)`);
  return counts.join(', ');
}

function shiftOf({ pages }: FirstFrames): number | undefined {
  const shifts = kinds.flatMap((kind) => pages[kind].shifts);
  return shifts.length > 0 ? Math.max(...shifts) : undefined;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';
import { elements, boundNodes, frameRecorder } from '../../test/support/first-frame.ts';
import { startService } from '../../test/support/service.ts';
import { scriptTag, type Site, startSite } from '../../test/support/site.ts';
import { headTag } from '../../test/support/ways-to-install.ts';
import { median } from '../median.ts';
import { openPage } from './browser.ts';
import type { Build } from './builds.ts';
import { quartiles, type Section } from './report.ts';

export const phone = { roundTripMs: 150, bitsPerSecond: 1_600_000, timesSlower: 4 } as const;

/** A view of a page on a slow phone. */
interface View {
  readonly name: string;
  readonly tag: string;
  /** The tag of a build that has not got the file of the other one. */
  readonly tagBefore?: string;
  readonly body: string;
  readonly isRepeat: boolean;
  /** How much later than before it may be right. */
  readonly goal: number;
}

const withElements = elements(10) + boundNodes(20);
const bindings = boundNodes(30);
const small = scriptTag.replace('geolet.js', 'geolet-bindings.js');

const viewsOf = ({ folder }: Build): readonly View[] => [
  { name: 'first visit, elements', tag: scriptTag, body: withElements, isRepeat: false, goal: 1 },
  { name: 'first visit, bindings alone', tag: scriptTag, body: bindings, isRepeat: false, goal: 1.05 },
  ...(existsSync(join(folder, 'geolet-bindings.js'))
    ? [
        {
          name: 'first visit, bindings alone, geolet-bindings.js',
          tag: small,
          tagBefore: scriptTag,
          body: bindings,
          isRepeat: false,
          goal: 1,
        },
      ]
    : []),
  { name: 'repeat visit, elements', tag: headTag, body: withElements, isRepeat: true, goal: 1.1 },
  { name: 'repeat visit, bindings alone', tag: headTag, body: bindings, isRepeat: true, goal: 1.1 },
];

export interface SlowPhone {
  readonly view: string;
  readonly goal: number;
  /** From the first byte of the HTML until all is right, of each visit. */
  readonly nowMs: number[];
  /** Of an earlier build, in the same round. */
  readonly beforeMs: number[];
}

/** Both builds are visited in turn in each round, the one first that came second in the round before. */
export async function measureSlowPhone(
  browser: Browser,
  visits: number,
  now: Build,
  before?: Build,
): Promise<SlowPhone[]> {
  const service = await startService();
  const builds = before ? [now, before] : [now];
  const sites = new Map<Build, Site>();
  try {
    for (const build of builds) sites.set(build, await startSite(service.url, service.key, { files: build.files }));
    const measured = viewsOf(now).map((view) => ({
      view,
      ms: new Map(builds.map((build) => [build, [] as number[]])),
    }));
    // The first round warms servers and the browser up.
    for (let round = -1; round < visits; round++)
      for (const { view, ms } of measured)
        for (const build of round % 2 ? builds : builds.toReversed()) {
          const site = sites.get(build);
          const took = site ? await visit(browser, site, view, build) : Number.NaN;
          if (round >= 0) ms.get(build)?.push(took);
        }
    return measured.map(({ view, ms }) => ({
      view: view.name,
      goal: view.goal,
      nowMs: ms.get(now) ?? [],
      beforeMs: (before && ms.get(before)) ?? [],
    }));
  } finally {
    for (const site of sites.values()) await site.close();
    await service.stop();
  }
}

/** In a browser that has never been there, or that has once, quickly. */
async function visit(browser: Browser, site: Site, view: View, { name }: Build): Promise<number> {
  const tag = (name === 'before' && view.tagBefore) || view.tag;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Shop</title>${frameRecorder()}${tag}<style>body { font: 16px sans-serif }</style></head><body><h1>Shop</h1>${view.body}</body></html>`;
  const url = site.page(html);
  const context = await browser.newContext({ locale: 'en-US' });
  try {
    if (view.isRepeat) await timeUntilRight(browser, context, url, false);
    return await timeUntilRight(browser, context, url, true);
  } finally {
    await context.close();
  }
}

async function timeUntilRight(
  browser: Browser,
  context: BrowserContext,
  url: string,
  isSlow: boolean,
): Promise<number> {
  const { page, slowDown, slowNetwork } = await openPage(browser, context);
  if (isSlow) {
    await slowNetwork(phone);
    await slowDown(phone.timesSlower);
  }
  await page.goto(url);
  await page.waitForFunction(
    () => document.readyState === 'complete' && recorded.frames.at(-1)?.wrong.length === 0,
    undefined,
    { polling: 50 },
  );
  const took = await page.evaluate(() => {
    const { markers = 0 } = recorded.frames.at(-1) ?? {};
    const right = recorded.frames.find((frame) => frame.markers === markers && frame.wrong.length === 0);
    const [navigation] = performance.getEntriesByType('navigation');
    const { responseStart = Number.NaN } = (navigation?.toJSON() ?? {}) as { readonly responseStart?: number };
    return (right?.atMs ?? Number.NaN) - responseStart;
  });
  if (!isSlow) await page.waitForLoadState('networkidle');
  await page.close();
  return took;
}

export function slowPhoneSection(measured: readonly SlowPhone[]): Section {
  const ratios = ({ nowMs, beforeMs }: SlowPhone): number[] =>
    beforeMs.map((ms, round) => (nowMs[round] ?? Number.NaN) / ms);
  return {
    title: `A phone ${phone.timesSlower} times slower, at ${phone.roundTripMs} ms and ${phone.bitsPerSecond / 1e6} Mbit/s`,
    head: [
      'view',
      'ms from the first byte of the HTML until all is right [quartiles]',
      'before, ms',
      'ratio of both in a round',
      'ratio of medians',
    ],
    rows: measured.map((one) => [
      one.view,
      quartiles(one.nowMs, 0),
      quartiles(one.beforeMs, 0),
      quartiles(ratios(one), 2),
      one.beforeMs.length > 0 ? (median(one.nowMs) / median(one.beforeMs)).toFixed(2) : '',
    ]),
    goals: measured
      .filter(({ beforeMs }) => beforeMs.length > 0)
      .map((one) => ({
        name: `slow phone, ${one.view}: times before`,
        value: median(ratios(one)),
        goal: one.goal,
        unit: '×',
      })),
  };
}

import type { Browser, Page } from '@playwright/test';
import { median } from '../median.ts';
import { type MeasuredPage, openPage } from './browser.ts';
import { type Goal, type Section, spread } from './report.ts';
import type { BenchSite } from './site.ts';
import { type Kind, type Variant, variants } from './variants.ts';

/** The measured tasks. */
export const works = {
  first: 'first write',
  update: 'another visitor',
  inserted: 'inserted by a script',
  unrelated: 'inserted, nothing bound',
  changed: 'classes changed, nothing bound',
} as const;
export type Work = keyof typeof works;

export interface Rewritten {
  readonly work: Work;
  readonly variant: string;
  readonly nodes: number;
  readonly isOwn: boolean;
  /** Script time as a multiple of the floor's in the same round. */
  readonly ratios: readonly number[];
  readonly scriptMs: readonly number[];
  /** Of all that is kept, in bytes; the floor keeps what it wrote over, too. */
  readonly bytesPerNode: readonly number[];
}

/** As multiples of the loop by hand. */
const goals: Readonly<Record<Work, { readonly goal: number; readonly limit?: number }>> = {
  first: { goal: 1.25, limit: 1.6 },
  update: { goal: 1.1 },
  inserted: { goal: 2 },
  unrelated: { goal: 4 },
  changed: { goal: 4 },
};

/** The number of rounds for variants without a goal, and for those far from theirs. */
const shownRounds = 3;

/** A phone of the middle. */
const slowdown = 4;

const kinds: readonly Kind[] = [
  'city',
  'country',
  'both',
  'link',
  'shown',
  'city',
  'country',
  'both',
  'link',
  'hidden',
];
const lyon = { city: 'Lyon', country: 'France', code: 'FR' };
const osaka = { city: 'Osaka', country: 'Japan', code: 'JP' };
const newYork = { city: 'New York', country: 'United States', code: 'US' };

export async function measureRewriting(
  browser: Browser,
  site: BenchSite,
  work: Work,
  nodes: number,
  rounds: number,
): Promise<Rewritten[]> {
  const taking = work === 'unrelated' ? variants.slice(0, 2) : variants;
  const found = taking.map(() => ({ scriptMs: [] as number[], bytesPerNode: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, variant] of taking.entries()) {
      if (index > 1 && round >= shownRounds) continue;
      const { scriptMs, bytes } = await once(browser, site, variant, work, nodes);
      found[index]?.scriptMs.push(scriptMs);
      found[index]?.bytesPerNode.push(bytes / nodes);
    }
  }
  const floor = found[0]?.scriptMs ?? [];
  return taking.map(({ name, isOwn = false }, index) => {
    const { scriptMs = [], bytesPerNode = [] } = found[index] ?? {};
    return {
      work,
      variant: name,
      nodes,
      isOwn,
      ratios: scriptMs.map((ms, turn) => ms / (floor[turn] ?? Number.NaN)),
      scriptMs,
      bytesPerNode,
    };
  });
}

/** Milliseconds of script in each task, on a slowed-down processor. */
export interface TaskLengths {
  readonly work: Work;
  /** The longest task of a page with 2,000 nodes, which may be written in one task. */
  readonly atOnceMs: readonly number[];
  /** With 10,000 nodes: the longest of all, and of those beside it. */
  readonly longestMs: readonly number[];
  readonly nextMs: readonly number[];
}

export async function measureTasks(browser: Browser, site: BenchSite, rounds: number): Promise<TaskLengths[]> {
  const own = variants.find(({ isOwn }) => isOwn);
  const lengths: TaskLengths[] = [];
  for (const work of own ? (['first', 'update', 'inserted'] as const) : []) {
    const found = { work, atOnceMs: [] as number[], longestMs: [] as number[], nextMs: [] as number[] };
    for (let round = 0; own && round < Math.min(rounds, shownRounds); round++) {
      const [short, long] = [
        (await once(browser, site, own, work, 2000, slowdown)).tasks,
        (await once(browser, site, own, work, 10_000, slowdown)).tasks.toSorted((left, right) => right - left),
      ];
      found.atOnceMs.push(Math.max(...short));
      found.longestMs.push(long[0] ?? 0);
      found.nextMs.push(long[1] ?? 0);
    }
    lengths.push(found);
  }
  return lengths;
}

export function tasksSection(lengths: readonly TaskLengths[]): Section {
  return {
    title: `Script in one task, ms, with the processor ${slowdown} times slower`,
    head: ['work', '2,000 nodes: longest [range]', '10,000 nodes: longest', '10,000 nodes: longest beside it'],
    rows: lengths.map(({ work, atOnceMs, longestMs, nextMs }) => [
      works[work],
      ...[atOnceMs, longestMs, nextMs].map((ms) => spread(ms, 0)),
    ]),
    goals: lengths.map(({ work, atOnceMs, longestMs, nextMs }) => ({
      name: `tasks, 10,000 nodes, ${works[work]}: longest, less the first 2,000 nodes`,
      value: Math.max(median(longestMs) - median(atOnceMs), median(nextMs)),
      goal: 50,
      unit: 'ms',
    })),
  };
}

export function rewritingSection(rewritten: readonly Rewritten[]): Section {
  const own = rewritten.filter(({ isOwn }) => isOwn);
  return {
    title: 'Rewriting, and memory',
    head: ['nodes', 'work', 'library', '× floor [range]', 'script ms', 'bytes kept per node'],
    rows: rewritten.map(({ nodes, work, variant, ratios, scriptMs, bytesPerNode }) => [
      nodes.toLocaleString('en-US'),
      works[work],
      variant,
      spread(ratios, 2),
      median(scriptMs).toFixed(1),
      median(bytesPerNode).toFixed(0),
    ]),
    goals: [
      ...own
        .filter(({ work }) => work !== 'unrelated')
        .map(({ work, nodes, ratios }): Goal => ({
          name: `rewriting, ${nodes.toLocaleString('en-US')} nodes, ${works[work]}`,
          value: median(ratios),
          ...goals[work],
          unit: '×',
        })),
      ...growthGoals(own.filter(({ work }) => work === 'first')),
    ],
  };
}

/**
 * Per node a long page takes no longer than a short one: both the floor and the engine grow a little by themselves, so
 * a tenth is let be.
 */
function growthGoals(measured: readonly Rewritten[]): Goal[] {
  const [short, long] = [measured.find(({ nodes }) => nodes >= 10_000), measured.at(-1)];
  if (!short || !long || long.nodes <= short.nodes) return [];
  const perNode = ({ scriptMs, nodes }: Rewritten): number => median(scriptMs) / nodes;
  return [
    {
      name: `growth: script time per node of ${long.nodes.toLocaleString('en-US')} against ${short.nodes.toLocaleString('en-US')} nodes`,
      value: perNode(long) / perNode(short),
      goal: 1.1,
      unit: '×',
    },
  ];
}

/** Measures one task on one page. */
export async function once(
  browser: Browser,
  site: BenchSite,
  variant: Variant,
  work: Work,
  nodes: number,
  slowdown = 1,
): Promise<{ scriptMs: number; tasks: readonly number[]; bytes: number }> {
  const measured = await openPage(browser);
  try {
    const { page, heapBytes } = measured;
    await page.goto(site.page(bodyOf(variant, work, nodes), work === 'first' || work === 'update' ? 'manual' : 'now'));
    await page.evaluate((globals) => Object.assign(globalThis, globals), { visitor: lyon, nodes });
    for (const src of ['/is-right.js', ...variant.scripts]) await page.addScriptTag({ url: src });
    await page.waitForFunction(
      () => !('geolet' in globalThis) || document.documentElement.dataset.visitorStatus === 'ready',
    );
    await page.evaluate('globalThis.loaded');
    const bytesBefore = await heapBytes();
    const tasks = await scriptTasksOf(measured, variant, work, slowdown);
    return { scriptMs: tasks.reduce((sum, ms) => sum + ms, 0), tasks, bytes: (await heapBytes()) - bytesBefore };
  } catch (error) {
    throw new Error(`${variant.name}, ${works[work]}: ${String(error)}`, { cause: error });
  } finally {
    await measured.close();
  }
}

async function scriptTasksOf(
  { page, scriptDuring, slowDown }: MeasuredPage,
  { start, change, watches, before = '' }: Variant,
  work: Work,
  slowdown: number,
): Promise<number[]> {
  const clocked = (script: string, end = 'isRight()'): Promise<number[]> =>
    scriptDuring(async () => {
      // From a timer: what the debugger evaluates itself does not count as the page's script.
      await page.evaluate(`void setTimeout(() => { ${script} })`);
      await until(page, end);
    });
  const become = (next: typeof lyon): Promise<number[]> =>
    clocked(`globalThis.expected = ${JSON.stringify(next)}; ${change}`);
  if (work === 'first') {
    await slowDown(slowdown);
    return clocked(start);
  }
  if (work === 'update') {
    await clocked(start);
    // Change once before measuring, so that lazy files are loaded.
    await become(osaka);
    await slowDown(slowdown);
    return become(newYork);
  }
  await page.evaluate(before);
  await until(page, watches ?? 'true');
  if (work === 'changed')
    await page.evaluate('document.body.append(document.querySelector("template").content.cloneNode(true))');
  await page.evaluate('globalThis.more = document.querySelector("template").content.cloneNode(true)');
  await slowDown(slowdown);
  if (work === 'inserted') return clocked(`document.body.append(more); ${watches === undefined ? start : ''}`);
  return clocked(
    work === 'changed'
      ? 'for (const item of document.querySelector("#list").children) item.className = "seen"'
      : 'document.body.append(more)',
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))',
  );
}

function bodyOf({ item, list = '', settings = '' }: Variant, work: Work, nodes: number): string {
  const items = Array.from({ length: nodes }, (_, index) =>
    work === 'unrelated' || work === 'changed'
      ? '<li class="item">Shoes for you</li>'
      : item(kinds[index % kinds.length] ?? 'city', index),
  ).join('\n');
  const markup = `<ul id="list" ${list}>\n${items}\n</ul>`;
  return settings + (work === 'first' || work === 'update' ? markup : `<template>${markup}</template>`);
}

/**
 * Looks by the debugger too, and not in every frame: that a library works in many short tasks must not cost it more
 * looks.
 */
async function until(page: Page, expression: string): Promise<void> {
  for (const end = performance.now() + 60_000; !(await page.evaluate(expression));) {
    if (performance.now() > end) throw new Error('it does not get the list right');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

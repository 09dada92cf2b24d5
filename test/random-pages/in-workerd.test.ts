import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendingTheSignal, visitors } from '../support/markup-cases.ts';
import { type Pages, startPages } from './pages.ts';
import { compareRandomPages, describe } from './random-pages.ts';
import { type Edge, startEdge } from '../workers/edge.ts';

const count = Number(process.env.GEOLET_RANDOM_COUNT ?? 200);
const seed = Number(process.env.GEOLET_RANDOM_SEED ?? 1);

let edge: Edge;
let pages: Pages;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  edge = await startEdge((close) => void closing.push(close as () => unknown));
  pages = await startPages();
  closing.push(pages.close);
});

afterAll(async () => {
  for (const close of closing) await close();
});

it(
  'random pages show the same, whoever writes them, and are as written after destroy()',
  async () => {
    const failures = await compareRandomPages({
      pages,
      visitors: ['lyon', 'berlin', 'nowhere', 'fresno', 'quiet'].map((name) => ({
        record: visitors[name] ?? {},
        signal: sendingTheSignal.includes(name),
      })),
      count,
      seed,
      writeFor:
        ({ record, signal }) =>
        async (html, language) => {
          const headers = { 'accept-language': language, ...(signal && { 'sec-gpc': '1' }) };
          return (await edge.render({ html, record }, { site: pages.url.slice(0, -1), headers })).text();
        },
    });
    expect(failures, failures.map(describe).join('\n\n')).toEqual([]);
  },
  count * 1000 + 60_000,
);

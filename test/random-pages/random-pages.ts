import * as fc from 'fast-check';
import { compare, type Sample, type WritePage } from './compare.ts';
import { randomLanguages, randomPieces } from './generator.ts';
import type { Pages } from './pages.ts';
import { shrink } from './shrinking.ts';
import { writePiece } from './piece.ts';

/** Pieces on one page: enough to be quick, few enough for a small machine. */
const perPage = 40;

export type RandomVisitor = Pick<Sample, 'record' | 'signal'>;

interface Options {
  readonly pages: Pages;
  /** Makes what writes pages for a visitor. */
  readonly writeFor: (visitor: RandomVisitor) => WritePage;
  readonly visitors: readonly RandomVisitor[];
  readonly count: number;
  readonly seed: number;
  readonly log?: (line: string) => void;
}

export interface Failure {
  /** Repeats it. */
  readonly seed: number;
  readonly markup: string;
  readonly sample: Sample;
  readonly wrong: readonly string[];
}

/** Compares random pages, and makes each one that differs as small as it gets. */
export async function compareRandomPages({
  pages,
  writeFor,
  visitors,
  count,
  seed,
  log = () => {},
}: Options): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  for (let first = 0; first < count; first += perPage) {
    const seeds = Array.from({ length: Math.min(perPage, count - first) }, (_none, index) => seed + first + index);
    const [languages = { page: 'en', browser: 'en-US' }] = fc.sample(randomLanguages, {
      seed: seed + first,
      numRuns: 1,
    });
    const batch = first / perPage;
    const visitor = visitors[batch % visitors.length] ?? { record: {}, signal: false };
    const sample = { languages, ...visitor, choice: batch % 2 === 0 ? 'JP' : 'DE' };
    const write = writeFor(visitor);
    const markup = seeds.map((own) => writePiece(fc.sample(randomPieces, { seed: own, numRuns: 1 })[0] ?? []));
    const wrong = await compare(markup, sample, { pages, write, patienceMs: 10_000 });
    for (const [index, own] of seeds.entries()) {
      if (!wrong[index]?.length) continue;
      const found = await smallestOf(own, wrong[index], sample, { pages, write });
      log(describe(found));
      failures.push(found);
    }
  }
  return failures;
}

/** The smallest piece that still differs in the same way. */
async function smallestOf(
  seed: number,
  wrong: readonly string[],
  sample: Sample,
  parts: { readonly pages: Pages; readonly write: WritePage },
): Promise<Failure> {
  const kind = kindOf(wrong);
  const compareSome = (markup: readonly string[]) => compare(markup, sample, { ...parts, patienceMs: 400 });
  const pieces = await shrink(randomPieces, seed, async (candidates) =>
    (await compareSome(candidates.map(writePiece))).map((found) => found.length > 0 && kindOf(found) === kind),
  );
  const markup = writePiece(pieces ?? []);
  const [alone = []] = await compareSome([markup]);
  return { seed, markup, sample, wrong: alone.length > 0 ? alone : wrong };
}

function kindOf([first = '']: readonly string[]): string {
  return first.slice(0, first.indexOf(':'));
}

export function describe({ seed, markup, sample, wrong }: Failure): string {
  const { languages, record, signal, choice } = sample;
  return [
    `seed ${seed}, page "${languages.page}", browser ${languages.browser}, ${JSON.stringify(record)}${signal ? ' with the signal' : ''}, then ${choice}`,
    `  ${markup}`,
    ...wrong.map((line) => `  ${line}`),
  ].join('\n');
}

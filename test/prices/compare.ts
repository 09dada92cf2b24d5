import type { Browser } from '@playwright/test';
import type { Surface } from '../surfaces/surface.ts';
import { expectedOf, type Visit } from './expected.ts';
import type { Shop } from './shops.ts';
import { links, visitors } from './visitors.ts';
import { differences, visitPage } from './visit.ts';

/** Visits at a time: while one page loads, another is looked at. */
const atOnce = 3;

/** A price that is another somewhere. */
export interface Mismatch {
  readonly visit: string;
  readonly list: string;
  readonly seen: Readonly<Record<string, string | readonly string[]>>;
  readonly expected: Readonly<Record<string, readonly string[]>>;
}

/** Each shop as each visitor, without a link and by each. */
export function visitsOf(shops: readonly Shop[]): readonly Visit[] {
  return shops.flatMap((shop) => visitors.flatMap((visitor) => links.map((link) => ({ shop, visitor, link }))));
}

export async function compare(
  browser: Browser,
  surface: Surface,
  visits: readonly Visit[],
): Promise<readonly Mismatch[]> {
  const mismatches: Mismatch[] = [];
  const waiting = [...visits];
  const visitNext = async (): Promise<void> => {
    for (let visit = waiting.shift(); visit; visit = waiting.shift()) {
      const { shop, visitor, link } = visit;
      const expected = expectedOf(visit, surface.embedded);
      const seen = await visitPage(browser, surface, visit);
      const names = differences(seen, expected);
      if (names.length > 0)
        mismatches.push({
          visit: `${shop.path} (${shop.writing}, ${shop.description}, ${shop.kind}, ${shop.language}), ${visitor.name}, link ${link || 'none'}`,
          list: shop.was ? `${shop.prices}; was ${shop.was}` : shop.prices,
          seen: Object.fromEntries(names.map((name) => [name, seen[name]])),
          expected: Object.fromEntries(names.map((name) => [name, expected[name]])),
        });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, visitNext));
  return mismatches;
}

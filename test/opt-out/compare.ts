import type { Browser } from '@playwright/test';
import { type Cell, expectedOf, nameOf, type Seen } from './expected.ts';
import type { Surface } from '../surfaces/surface.ts';
import { type Past, visit } from './visit.ts';

/** Visitors at a time: while one page loads, another is looked at. */
const atOnce = 3;

/** What a cell shows that it must not, or not what it must. */
export interface Difference {
  readonly cell: string;
  readonly seen: Seen;
  readonly expected: Seen;
}

export async function compare(
  browser: Browser,
  surface: Surface,
  cells: readonly Cell[],
): Promise<readonly Difference[]> {
  const past: Past = new Map();
  const differences: Difference[] = [];
  const waiting = [...cells];
  const visitNext = async (): Promise<void> => {
    for (let cell = waiting.shift(); cell; cell = waiting.shift()) {
      const expected = expectedOf(cell, surface.embedded);
      const seen = await visit(browser, surface, past, cell, (one) => isSame(one, expected));
      if (!isSame(seen, expected)) differences.push({ cell: nameOf(cell), seen, expected });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, visitNext));
  return differences;
}

function isSame(one: Seen, other: Seen): boolean {
  const names = Object.keys(other) as (keyof Seen)[];
  return names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

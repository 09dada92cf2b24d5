import { cases, type MarkupCase, sections, visitors } from '../../support/markup-cases.ts';

/** The table "what shows when" of the documentation, row by row, without rows that have mistakes. Every condition is yes in Lyon and no in Berlin. */
export const rows: readonly MarkupCase[] = cases.filter(
  ({ suite, mistakes }) => suite === 'what shows when' && !mistakes,
);

/** All rows on one page, with a mark after each. */
export const page = `<main>${sections(rows)}</main>`;

export const records = { yes: visitors.lyon, no: visitors.berlin } as const;

export type Column = 'yes' | 'no' | 'written' | 'unknown';

const visitorOf: Readonly<Record<Column, string>> = {
  yes: 'lyon',
  no: 'berlin',
  written: 'written',
  unknown: 'nowhere',
};

/** What each row shows in a column of the table, by its name. */
export function expected(column: Column): Record<string, string> {
  return Object.fromEntries(rows.map(({ name, shows }) => [name, shows[visitorOf[column]] ?? shows.written ?? '']));
}

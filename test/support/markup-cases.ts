import { readFileSync } from 'node:fs';
import type { VisitorRecord } from '../../src/record/record.ts';

/** Who runs the vectors. `rules` are the rules alone, over plain objects. */
export type Engine = 'rules' | 'widget' | 'first frame' | 'edge' | 'explain';

/** One row of `test/cases/markup.json`. Its element is the first in the markup. */
export interface MarkupCase {
  readonly suite: 'what shows when' | 'bindings' | 'values' | 'drifts' | 'signal';
  readonly name: string;
  readonly html: string;
  /** The text that a visitor reads: as written, and for each visitor that the row names. Nobody known leaves it as written. */
  readonly shows: Readonly<Record<string, string>>;
  /**
   * Attributes of the element by visitor; `written` is for the others, else the markup itself. The `value` of a field is
   * what stands in it. A path is below the page's address.
   */
  readonly attributes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whether the element has a box. */
  readonly hasBox?: Readonly<Record<string, boolean>>;
  /** Words that `geolet.explain()` has for the element. */
  readonly explains?: Readonly<Record<string, string>>;
  /** Codes of the mistakes in the markup. */
  readonly mistakes?: readonly string[];
  /** What does not run here, with the reason: an engine, or a part of what is compared. */
  readonly skip?: Readonly<Partial<Record<Engine | 'text' | 'mistakes', string>>>;
  /** Texts that an engine shows instead, with the reason as `why`. */
  readonly except?: Readonly<Partial<Record<Engine, Readonly<Record<string, string>>>>>;
}

interface MarkupCases {
  readonly visitors: Readonly<Record<string, VisitorRecord | null>>;
  /** Visitors whose browser sends Global Privacy Control. Their record is what a proxy gives such a browser. */
  readonly sendingTheSignal: readonly string[];
  readonly groups: Readonly<Record<string, string>>;
  readonly cases: readonly MarkupCase[];
}

/** The shared vectors of markup. */
export const { visitors, sendingTheSignal, groups, cases } = JSON.parse(
  readFileSync(new URL('../cases/markup.json', import.meta.url), 'utf8'),
) as MarkupCases;

/** The rows that an engine runs for a visitor. */
export function casesFor(engine: Engine, visitor: string): readonly MarkupCase[] {
  const isKnown = visitor !== 'nowhere' && visitor !== 'nobody';
  return cases.filter(({ skip, shows }) => !skip?.[engine] && (!isKnown || visitor in shows));
}

/** What a visitor reads of a row. Blanks don't count: blocks and lines have them, and the rules know neither. */
export function expectedText(engine: Engine, visitor: string, row: MarkupCase): string {
  const { shows, skip, except } = row;
  return skip?.text ? '' : withoutBlanks(except?.[engine]?.[visitor] ?? shows[visitor] ?? shows.written ?? '');
}

export function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}

/** What stands in the attributes that a row names for any visitor: written for this one, or as in the markup. */
export function expectedAttributes(
  visitor: string,
  { html, attributes = {} }: MarkupCase,
  base: string,
): Readonly<Record<string, string | null>> {
  const [tag = ''] = /^<[^>]*>/.exec(html) ?? [];
  const names = [...new Set(Object.values(attributes).flatMap((written) => Object.keys(written)))];
  return Object.fromEntries(
    names.map((name) => {
      const written = attributes[visitor]?.[name] ?? attributes.written?.[name];
      if (written !== undefined) return [name, written.replace(/(^|, )\//g, `$1${base}`)];
      return [name, new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? null];
    }),
  );
}

/** All rows of a page, each in a section of its own, with a mark after each. */
export function sections(rows: readonly MarkupCase[]): string {
  return rows.map(({ html }) => `<section>${html}</section><p>¦</p>`).join('\n');
}

/** What a page shows of each row, by the row's name. */
export function comparable(
  rows: readonly MarkupCase[],
  { text, elements }: { readonly text: string; readonly elements: readonly ElementState[] },
): object {
  const texts = text.split('¦');
  return Object.fromEntries(
    rows.map((row, index) => [
      row.name,
      {
        text: row.skip?.text ? '' : withoutBlanks(texts[index] ?? ''),
        attributes: elements[index]?.attributes,
        ...(row.hasBox && { hasBox: elements[index]?.hasBox }),
      },
    ]),
  );
}

/** The same, as the rows say. */
export function expectedOf(engine: Engine, visitor: string, rows: readonly MarkupCase[], base: string): object {
  return Object.fromEntries(
    rows.map((row) => [
      row.name,
      {
        text: expectedText(engine, visitor, row),
        attributes: expectedAttributes(visitor, row, base),
        ...(row.hasBox && { hasBox: row.hasBox[visitor] ?? true }),
      },
    ]),
  );
}

export interface ElementState {
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly hasBox: boolean;
}

/** The attributes that each row names. */
export function namesIn(rows: readonly MarkupCase[]): string[][] {
  return rows.map(({ attributes = {} }) => [...new Set(Object.values(attributes).flatMap(Object.keys))]);
}

/** Reads the first element of each section. Runs in the page, so it may use nothing from outside itself. */
export function readElements(names: readonly (readonly string[])[]): ElementState[] {
  return [...document.querySelectorAll('section')].map((section, index) => {
    const element = section.firstElementChild;
    const valueOf = (name: string) => {
      const isField = name === 'value' && element?.matches('input,textarea,select');
      return (isField ? (element as HTMLInputElement).value : element?.getAttribute(name)) ?? null;
    };
    const attributes = Object.fromEntries((names[index] ?? []).map((name) => [name, valueOf(name)]));
    return { attributes, hasBox: !!element?.getClientRects().length };
  });
}

/** The owner's settings of the page. */
export const settingsBlock = `<script type="application/json" data-geo-settings>${JSON.stringify({ groups })}</script>`;

import { attempt } from '../../rules/attempt.ts';
import { type Audience, conditionsOf, parseAudience } from './audience.ts';
import { classOfPicture } from './background.ts';
import { breadthOf, conditionsOfPages, parsePages } from './pages.ts';
import { type BlockPart, parsePart } from './things/block-parts.ts';
import { parseValues, type Values } from './things/fields.ts';
import { isThing } from './things/things.ts';
import { isWhat, ruleNameOf, type What } from './what-changes.ts';

/** One thing that the owner changes of one element. */
export interface PageChange {
  /** The selector of what is changed. */
  readonly select: string;
  /** What it was called when it was chosen. */
  readonly element: string;
  readonly what: What;
  /** The words, the address, the classes, or the price list. Empty for what shows and hides. */
  readonly value: string;
  readonly audience: Audience;
  /** On which pages, as `path` has it. Empty: on every page. */
  readonly pages: string;
  /** What stood there when it was chosen. On other pages the change is for the same words alone. */
  readonly replaces?: string;
  /** Whether a picture has addresses for several sizes. Browsers take those before its `src`. */
  readonly hasSizes?: boolean;
  /** The selector of the `<source>`s around a picture. Browsers take their addresses before its own. */
  readonly sources?: string;
  /** What must stand in the settings block for it. */
  readonly needs?: BlockPart;
  /** What is added behind the element has a form of its own. */
  readonly values?: Values;
}

/** A rule of the settings block. */
export type Rule = Readonly<Record<string, string>>;

export function rulesOf({
  select,
  what,
  value,
  audience,
  pages,
  replaces,
  hasSizes,
  sources,
  needs,
}: PageChange): readonly Rule[] {
  if (isThing(what)) return [];
  const conditions = conditionsOf(audience);
  const onPages = conditionsOfPages(pages);
  if (what === 'show' || what === 'hide') {
    const [when] = onPages;
    // Where a condition to show is not met, an element is hidden: pages that it is not about are not to be asked.
    return [{ select, ...visibilityFor(what, audience), ...(when !== undefined && { when }) }];
  }
  const written = {
    [ruleNameOf(what)]: what === 'background' ? classOfPicture(value) : value,
    ...(what === 'src' && hasSizes && { srcset: value }),
    ...(needs?.kind === 'delivery' && { delivery: needs.name }),
    ...(replaces !== undefined && breadthOf(pages) > 0 && { replaces }),
  };
  const whens = conditions.length ? conditions.map((condition) => [condition, ...onPages].join('; ')) : onPages;
  const all: readonly Rule[] = [
    { select, ...written },
    ...(what === 'src' && sources !== undefined ? [{ select: sources, srcset: value }] : []),
  ];
  return all.flatMap((rule) => (whens.length ? whens.map((when) => ({ ...rule, when })) : [rule]));
}

/** What decides whether an element shows, as one rule or attribute: "for A or B" is "not for those who are neither". */
export function visibilityFor(what: 'show' | 'hide', audience: Audience): Rule {
  const conditions = conditionsOf(audience);
  return conditions.length < 2
    ? { [what]: conditions[0] ?? '' }
    : { [what === 'show' ? 'hide' : 'show']: conditionsOf({ ...audience, scope: 'except' })[0] ?? '' };
}

/**
 * The first that holds decides. So those for few pages stand before those for more, then those for some visitors before
 * those for all, and a later change before an earlier.
 */
export function firstToLast(changes: readonly PageChange[]): readonly PageChange[] {
  const isForAll = ({ audience }: PageChange) => Number(conditionsOf(audience).length === 0);
  return changes
    .toReversed()
    .toSorted((one, other) => breadthOf(one.pages) - breadthOf(other.pages) || isForAll(one) - isForAll(other));
}

export function rulesOfAll(changes: readonly PageChange[]): readonly Rule[] {
  return firstToLast(changes).flatMap(rulesOf);
}

/** The changes of an owner, with what was undone. All in this tab. */
export interface Changes {
  all(): readonly PageChange[];
  /** @param index of the one that it takes the place of. Undefined: it is a new one. */
  put(change: PageChange, index?: number): void;
  remove(index: number): void;
  undo: () => void;
  redo: () => void;
  canUndo(): boolean;
  canRedo(): boolean;
  /** What to keep of it. */
  kept(): unknown;
}

const mostSteps = 100;

interface Steps {
  /** Each is the whole list after a step. */
  readonly lists: readonly (readonly PageChange[])[];
  readonly at: number;
}

/** @param changed called after each step. */
export function createChanges(kept: unknown, changed: () => void): Changes {
  let { lists, at } = parseSteps(kept);
  const all = () => lists[at] ?? [];
  const step = (list: readonly PageChange[]) => {
    lists = [...lists.slice(0, at + 1), list].slice(-mostSteps);
    at = lists.length - 1;
    changed();
  };
  const go = (by: number) => {
    at = Math.min(Math.max(0, at + by), lists.length - 1);
    changed();
  };
  return {
    all,
    put(change, index) {
      const others = all().map((one) => withPartOf(one, change));
      step(index === undefined ? [...others, change] : others.with(index, change));
    },
    remove: (index) => step(all().toSpliced(index, 1)),
    undo: () => go(-1),
    redo: () => go(1),
    canUndo: () => at > 0,
    canRedo: () => at < lists.length - 1,
    kept: () => ({ lists, at }),
  };
}

/** All that need one plan follow what was written of it last. */
function withPartOf(one: PageChange, { needs }: PageChange): PageChange {
  return needs?.values && one.needs?.kind === needs.kind && one.needs.name === needs.name ? { ...one, needs } : one;
}

/** Another script of the page may have written it. */
function parseSteps(kept: unknown): Steps {
  const { lists, at } = Object(kept) as Record<string, unknown>;
  const parsed = (Array.isArray(lists) ? lists : []).map((list: unknown) =>
    Array.isArray(list) ? list.flatMap(parseChange) : [],
  );
  const usable = parsed.length ? parsed : [[]];
  return { lists: usable, at: usable[Number(at)] ? Number(at) : usable.length - 1 };
}

export function parseChange(given: unknown): readonly PageChange[] {
  const { select, element, what, value, audience, pages, replaces, hasSizes, sources, needs, values } = Object(
    given,
  ) as Record<string, unknown>;
  const part = parsePart(needs);
  if (typeof select !== 'string' || typeof element !== 'string' || typeof value !== 'string' || !isWhat(what))
    return [];
  return [
    {
      select,
      element,
      what,
      value,
      audience: parseAudience(audience),
      pages: parsePages(pages),
      ...(typeof replaces === 'string' && { replaces }),
      ...(hasSizes === true && { hasSizes }),
      ...(typeof sources === 'string' && { sources }),
      ...(part && { needs: part }),
      ...(values !== undefined && { values: parseValues(values) }),
    },
  ];
}

export function readJson(text: string | undefined): unknown {
  return attempt<unknown>(() => JSON.parse(text ?? ''));
}

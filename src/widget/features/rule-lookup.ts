import type { PageRule } from '../../rules/page-rules/page-rules.ts';
import { keyOf, keyPrefixes } from '../../rules/page-rules/selector.ts';
import { native, type Own } from '../dom/native.ts';

/** The rules that find an element. */
export interface RulesOfElement {
  /** In their order. */
  readonly rules: readonly PageRule[];
  /** What they write, in short: the same for rules that write the same. Empty: no rule finds it. */
  readonly written: string;
}

/** Looks up which rules find an element. */
export type RuleLookup = (own: Own) => RulesOfElement;

/** A rule as it is looked up by one of its selectors. */
interface Entry {
  readonly rule: PageRule;
  /** Whether the rule asks for more than names: those of the element itself, and of the one around it. */
  readonly asksMore: boolean;
  /** What the element around it must have, if the selector asks. */
  readonly keyAround: string | undefined;
  /** The number of the first rule that writes the same. */
  readonly writtenAt: number;
}

/** What is the same for all elements with the same tag, id and class: most elements of a list have the same. */
interface Names {
  readonly keys: ReadonlySet<string>;
  /** The rules that may find them, and ask for names alone. */
  readonly byName: readonly Entry[];
  readonly asksAround: boolean;
  /** What these come to, by the names of the element around. */
  readonly found: Map<Names, Found>;
  /** The rules that may find them, and ask for more. */
  readonly others: readonly Entry[];
}

interface Found extends RulesOfElement {
  readonly entries: readonly Entry[];
}

/** Of an element with nothing around it. */
const nowhere: Names = { keys: new Set(), byName: [], asksAround: false, found: new Map(), others: [] };

/** A page that generates names would let what is known of them grow without end. */
const mostNames = 5000;

export function createRuleLookup(list: readonly PageRule[]): RuleLookup {
  const byKey = indexOf(list);
  const { attribute: attributePrefix, class: classPrefix, id: idPrefix } = keyPrefixes;
  const attributeKeys = [...byKey.keys()].filter((key) => key.startsWith(attributePrefix));
  const asksId = list.some(({ selectors }) =>
    selectors.flat().some(({ simples }) => simples.some(({ kind }) => kind === 'id')),
  );
  const byTag = new Map<string, Map<string, Names>>();
  let count = 0;

  function namesOf(own: Own): Names {
    const { localName } = own;
    // An attribute takes three times as long.
    const id = asksId && own.id;
    const classes = classesOf(own);
    // No tag has a line break.
    const tag = id ? `${localName}\n${id}` : localName;
    return byTag.get(tag)?.get(classes) ?? readNames(own, tag, classes);
  }

  function readNames({ localName, classList }: Own, tag: string, classes: string): Names {
    if (++count % mostNames === 0) byTag.clear();
    const keys = new Set(['*', inOneCase(localName)]);
    if (tag !== localName) keys.add(inOneCase(idPrefix + tag.slice(localName.length + 1)));
    for (const name of classList) keys.add(inOneCase(classPrefix + name));
    const entries = [...keys].flatMap((key) => byKey.get(key) ?? []);
    const byName = entries.filter(({ asksMore }) => !asksMore);
    const names: Names = {
      keys,
      byName,
      asksAround: byName.some(({ keyAround }) => keyAround !== undefined),
      found: new Map(),
      others: entries.filter(({ asksMore }) => asksMore),
    };
    byTag.set(tag, (byTag.get(tag) ?? new Map<string, Names>()).set(classes, names));
    return names;
  }

  function namesAround({ parentElement }: Own): Names {
    return parentElement ? namesOf(native(parentElement)) : nowhere;
  }

  return (own) => {
    const names = namesOf(own);
    const around = names.asksAround ? namesAround(own) : nowhere;
    let found = names.found.get(around);
    if (!found) names.found.set(around, (found = foundBy(own, namedAround(names.byName, around))));
    const { others } = names;
    if (others.length + attributeKeys.length === 0) return found;
    const keys = attributeKeys.filter((key) => own.hasAttribute(key.slice(attributePrefix.length)));
    const more = [...others, ...keys.flatMap((key) => byKey.get(key) ?? [])];
    return more.length > 0 ? foundBy(own, [...found.entries, ...more]) : found;
  };
}

/** A browser takes longer to read a selector than we take to see that it cannot find the element. */
function namedAround(entries: readonly Entry[], around: Names): readonly Entry[] {
  return entries.filter(({ keyAround }) => keyAround === undefined || around.keys.has(keyAround));
}

/** The rules by what an element must have that they find. */
function indexOf(list: readonly PageRule[]): ReadonlyMap<string, readonly Entry[]> {
  const byKey = new Map<string, Entry[]>();
  const numbers = new Map<string, number>();
  for (const rule of list) {
    const text = JSON.stringify(rule.parts.map(({ target, written }) => [target, written]));
    const writtenAt = numbers.get(text) ?? rule.index;
    numbers.set(text, writtenAt);
    const asksMore = asksMoreThanNames(rule);
    for (const selector of rule.selectors) {
      const keyAround = selector.length > 1 ? inOneCase(keyOf(selector.slice(0, -1))) : undefined;
      const entry = { rule, asksMore, keyAround, writtenAt };
      const key = inOneCase(keyOf(selector));
      const entries = byKey.get(key);
      if (entries) entries.push(entry);
      else byKey.set(key, [entry]);
    }
  }
  return byKey;
}

/** In SVG, `className` is no text. */
export function classesOf(own: Own): string {
  const { className }: { readonly className: unknown } = own;
  return typeof className === 'string' ? className : (own.getAttribute('class') ?? '');
}

/** In quirks mode, browsers read classes and ids without case. */
function inOneCase(key: string): string {
  return key.toLowerCase();
}

function asksMoreThanNames({ selectors }: PageRule): boolean {
  return selectors.some(
    (selector) =>
      selector.length > 2 ||
      selector.some(
        ({ combinator, simples }) => combinator === ' ' || simples.some(({ kind }) => kind === 'attribute'),
      ),
  );
}

function foundBy(own: Own, mayFind: readonly Entry[]): Found {
  const byRule = new Map(mayFind.map((entry) => [entry.rule, entry]));
  const entries = [...byRule.values()]
    .filter(({ rule }) => own.matches(rule.select))
    .toSorted((one, other) => one.rule.index - other.rule.index);
  return { entries, rules: entries.map(({ rule }) => rule), written: entries.map(({ writtenAt }) => writtenAt).join() };
}

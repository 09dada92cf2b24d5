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

/** A rule as it is looked up. */
interface Entry {
  readonly rule: PageRule;
  /** Whether it asks for nothing but names: of the element itself, or also of the one around it. */
  readonly asks: 'names' | 'names around' | 'more';
  /** The number of the first rule that writes the same. */
  readonly writtenAt: number;
}

/** What is the same for all elements with the same tag, id and class: most elements of a list have the same. */
interface Names {
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
const nowhere: Names = { byName: [], asksAround: false, found: new Map(), others: [] };

/** A page that generates names would let what is known of them grow without end. */
const mostNames = 5000;

/** @returns a function that looks up which rules find an element. */
export function createRuleLookup(list: readonly PageRule[]): (element: Element) => RulesOfElement {
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
    const mayFind = new Set<Entry>();
    const add = (key: string) => byKey.get(inOneCase(key))?.forEach((entry) => mayFind.add(entry));
    add('*');
    add(localName);
    if (tag !== localName) add(idPrefix + tag.slice(localName.length + 1));
    classList.forEach((name) => add(classPrefix + name));
    const byName = [...mayFind].filter(({ asks }) => asks !== 'more');
    const names: Names = {
      byName,
      asksAround: byName.some(({ asks }) => asks === 'names around'),
      found: new Map(),
      others: [...mayFind].filter(({ asks }) => asks === 'more'),
    };
    byTag.set(tag, (byTag.get(tag) ?? new Map<string, Names>()).set(classes, names));
    return names;
  }

  function namesAround({ parentElement }: Own): Names {
    return parentElement ? namesOf(native(parentElement)) : nowhere;
  }

  return (element) => {
    const own = native(element);
    const names = namesOf(own);
    const around = names.asksAround ? namesAround(own) : names;
    let found = names.found.get(around);
    if (!found) names.found.set(around, (found = foundBy(own, names.byName)));
    const { others } = names;
    if (others.length + attributeKeys.length === 0) return found;
    const keys = attributeKeys.filter((key) => own.hasAttribute(key.slice(attributePrefix.length)));
    const more = [...others, ...keys.flatMap((key) => byKey.get(key) ?? [])];
    return more.length > 0 ? foundBy(own, [...found.entries, ...more]) : found;
  };
}

/** The rules by what an element must have that they find. */
function indexOf(list: readonly PageRule[]): ReadonlyMap<string, readonly Entry[]> {
  const byKey = new Map<string, Entry[]>();
  const numbers = new Map<string, number>();
  for (const rule of list) {
    const text = JSON.stringify(rule.parts.map(({ target, written }) => [target, written]));
    const writtenAt = numbers.get(text) ?? rule.index;
    numbers.set(text, writtenAt);
    const entry = { rule, asks: asksFor(rule), writtenAt };
    for (const key of new Set(rule.selectors.map((selector) => inOneCase(keyOf(selector))))) {
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

function asksFor({ selectors }: PageRule): Entry['asks'] {
  const asksMore = selectors.some(
    (selector) =>
      selector.length > 2 ||
      selector.some(
        ({ combinator, simples }) => combinator === ' ' || simples.some(({ kind }) => kind === 'attribute'),
      ),
  );
  if (asksMore) return 'more';
  return selectors.some(({ length }) => length > 1) ? 'names around' : 'names';
}

function foundBy(own: Own, mayFind: readonly Entry[]): Found {
  const entries = [...new Set(mayFind)]
    .filter(({ rule }) => own.matches(rule.select))
    .toSorted((one, other) => one.rule.index - other.rule.index);
  return { entries, rules: entries.map(({ rule }) => rule), written: entries.map(({ writtenAt }) => writtenAt).join() };
}

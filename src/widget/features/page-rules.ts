import {
  type NoteRule,
  type PageRule,
  parsePageRules,
  readPageRules,
  visibilityLast,
} from '../../rules/page-rules/page-rules.ts';
import { attributesOf, keyOf, keyPrefixes } from '../../rules/page-rules/selector.ts';
import { attempt } from '../../rules/attempt.ts';
import type { Core, PageRules } from '../api/core.ts';
import { type BindingSource, watchedAttributes } from '../bindings/selector.ts';
import { attributeReader } from '../dom/attribute-reader.ts';
import { native } from '../dom/native.ts';
import { servedRules } from '../elements/when-written.ts';
import { keptRulesKey, type KeptRules } from './kept-rules.ts';

const patienceMs = 10_000;

/** The rules beside the page: bindings for pages whose HTML cannot be edited. Fetched where the settings have `rules`. */
export default async function startPageRules(core: Core): Promise<PageRules> {
  const { block, report, signal, bindingSets, visitor } = core;
  const given = block('rules');
  const served = native(document).querySelector(servedRules)?.textContent;
  const written =
    typeof given === 'string'
      ? await fetchRules(given).catch((error: unknown) => report('file-refused', String(error)))
      : given;
  // Those of the server come first, as it has written the page.
  const own = served == null ? written : [...listOf(attempt(() => JSON.parse(served) as unknown)), ...listOf(written)];

  function use(list: unknown, drafts = 0): readonly PageRule[] {
    const note: NoteRule = (code, text) => report(code, text);
    const rules = list === undefined || signal.aborted ? [] : parsePageRules(list, core.conditionOf, note);
    // What is kept of the last page, or was tried before.
    for (const set of [...bindingSets].slice(1)) {
      bindingSets.delete(set);
      set.update(undefined);
    }
    core.pageRules = { written: list, list: rules, drafts };
    if (rules.length > 0) core.addBindings(sourceOf(rules, core, note));
    // What has been dropped has taken the sheet along that hides elements.
    else visitor.reconsider();
    return rules;
  }

  const parts = use(own).flatMap((rule) => rule.parts);
  const keep = (): void => {
    const kept: KeptRules = [
      JSON.stringify(given),
      parts.toSorted((one, other) => visibilityLast(one.target, other.target)),
    ];
    if (visitor.mayStore()) attempt(() => localStorage.setItem(keptRulesKey, JSON.stringify(kept)));
  };
  if (given !== undefined && served == null) keep();
  return { tryOut: (drafts) => void use([...drafts, ...listOf(own)], drafts.length) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function sourceOf(list: readonly PageRule[], { rules }: Core, note: NoteRule): BindingSource {
  const selectors = list.flatMap((rule) => rule.selectors);
  const ofAncestors = new Set(selectors.flatMap((selector) => attributesOf(selector, true)));
  const attributes = new Set([...ofAncestors, ...selectors.flatMap((selector) => attributesOf(selector, false))]);

  const byName = indexOf(list.filter(isByName));
  const others = indexOf(list.filter((rule) => !isByName(rule)));
  const asksParent = list.some((rule) => isByName(rule) && rule.selectors.some(({ length }) => length > 1));
  /** What there is for the names of an element. Most elements of a list have the same. */
  const byNames = new Map<string, FoundByName>();

  function find(element: Element): Found {
    const names = namesOf(element) + (asksParent ? `\n${namesOf(native(element).parentElement)}` : '');
    let known = byNames.get(names);
    if (!known) {
      if (byNames.size === mostNames) byNames.clear();
      const keys = nameKeysOf(element);
      known = { found: toFound(matching(element, rulesAt(byName, keys))), others: rulesAt(others, keys) };
      byNames.set(names, known);
    }
    const byAttribute = others.hasAttributes ? rulesAt(others, attributeKeysOf(element)) : [];
    const more = matching(element, [...known.others, ...byAttribute]);
    return more.length > 0 ? toFound([...known.found.rules, ...more]) : known.found;
  }

  /** Which rules found an element when it was bound. A property takes less time than an entry of a `WeakMap`. */
  const key = Symbol();
  const keptOf = (element: Element): string => (element as Keeper)[key] ?? '';
  function keep(element: Element, text: string): void {
    if (text !== keptOf(element)) Reflect.set(element, key, text);
  }

  return {
    ...selectorOf(list, (element) => find(element).rules.length > 0),
    watched: [...watchedAttributes, ...attributes],
    keyOf(element) {
      const { text } = find(element);
      keep(element, text);
      return text;
    },
    read: (element, groups) =>
      readPageRules(rules, attributeReader, element, { found: find(element).rules, groups, note }),
    onAttribute(element, attributeName, rebind) {
      if (attributeName === null || !attributes.has(attributeName)) return;
      const own = native(element);
      const below = ofAncestors.has(attributeName) && own.firstElementChild ? own.querySelectorAll('*') : [];
      for (const one of [element, ...below]) {
        const { text } = find(one);
        if (text === keptOf(one)) continue;
        keep(one, text);
        rebind(one);
      }
    },
  };
}

/** Rules in their order, and their places in the list as one text. */
interface Found {
  readonly rules: readonly PageRule[];
  readonly text: string;
}

interface Keeper extends Element {
  [key: symbol]: string | undefined;
}

/** A page that generates names would let what is known of them grow without end. */
const mostNames = 5000;

function toFound(rules: readonly PageRule[]): Found {
  const sorted = rules.toSorted((one, other) => one.index - other.index);
  return { rules: sorted, text: sorted.map(({ index }) => index).join() };
}

/** Whether only names, ids and classes decide, of an element and the one around it. */
function isByName({ selectors }: PageRule): boolean {
  return selectors.every(
    (selector) =>
      selector.length < 3 &&
      selector.every(
        ({ combinator, simples }) => combinator !== ' ' && simples.every(({ kind }) => kind !== 'attribute'),
      ),
  );
}

function namesOf(element: Element | null): string {
  const own = element && native(element);
  return own ? `${own.localName}\n${own.getAttribute('id') ?? ''}\n${own.getAttribute('class') ?? ''}` : '';
}

/** What rules find an element by its names, and which others may. */
interface FoundByName {
  readonly found: Found;
  readonly others: readonly PageRule[];
}

/** The rules that may find an element, by what it must have. */
interface Index {
  readonly byKey: ReadonlyMap<string, readonly PageRule[]>;
  readonly hasAttributes: boolean;
}

function indexOf(list: readonly PageRule[]): Index {
  const byKey = new Map<string, PageRule[]>();
  for (const rule of list)
    for (const key of new Set(rule.selectors.map(keyOf))) byKey.set(key, [...(byKey.get(key) ?? []), rule]);
  return { byKey, hasAttributes: [...byKey.keys()].some((key) => key.startsWith(keyPrefixes.attribute)) };
}

function nameKeysOf(element: Element): readonly string[] {
  const own = native(element);
  const { id, class: prefix } = keyPrefixes;
  return ['*', own.localName, id + (own.getAttribute('id') ?? ''), ...[...own.classList].map((name) => prefix + name)];
}

function attributeKeysOf(element: Element): readonly string[] {
  return native(element)
    .getAttributeNames()
    .map((name) => keyPrefixes.attribute + name);
}

function rulesAt({ byKey }: Index, keys: readonly string[]): readonly PageRule[] {
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

function matching(element: Element, mayFind: readonly PageRule[]): readonly PageRule[] {
  const own = native(element);
  return mayFind.length > 0 ? [...new Set(mayFind)].filter((rule) => own.matches(rule.select)) : [];
}

/** A browser asks each of its elements for each selector of a list. Beyond this many, our own index is faster. */
const mostSelectors = 40;

/** @param isFound whether a rule finds an element. */
function selectorOf(
  list: readonly PageRule[],
  isFound: (element: Element) => boolean,
): Pick<BindingSource, 'selector' | 'isFound'> {
  const selectors = new Set(list.map(({ select }) => select));
  if (selectors.size <= mostSelectors) return { selector: [...selectors].join() };
  const keys = new Set(list.flatMap((rule) => rule.selectors.map(keyOf)));
  const wide = [...keys].map((key) => {
    if (key.startsWith(keyPrefixes.id)) return '[id]';
    if (key.startsWith(keyPrefixes.class)) return '[class]';
    return key.startsWith(keyPrefixes.attribute) ? `${key}]` : key;
  });
  return { selector: [...new Set(wide)].join(), isFound };
}

/** Only a browser fetches what a page names. No cookies go to other origins. */
async function fetchRules(address: string): Promise<unknown> {
  const url = new URL(address, location.href).href;
  const response = await fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(patienceMs) });
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return response.json();
}

import {
  type NoteRule,
  type PageRule,
  parsePageRules,
  readPageRules,
  visibilityLast,
} from '../../rules/page-rules/page-rules.ts';
import { attributesOf, keyOf, keyPrefixes } from '../../rules/page-rules/selector.ts';
import { attempt } from '../../rules/attempt.ts';
import type { Core } from '../api/core.ts';
import { type BindingSource, watchedAttributes } from '../bindings/selector.ts';
import { attributeReader } from '../dom/attribute-reader.ts';
import { native } from '../dom/native.ts';
import { servedRules } from '../elements/when-written.ts';
import { keptRulesKey, type KeptRules } from './kept-rules.ts';

const patienceMs = 10_000;

/** What the picker does with rules. */
export interface PageRules {
  /** Puts rules that are not saved yet before those of the page. They take the place of those that were tried before. */
  tryOut(drafts: readonly unknown[]): void;
}

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
  /** What the rules by name find, by the names of an element. Most elements of a list have the same. */
  const found = new Map<string, Found>();

  function find(element: Element): Found {
    const name = namesOf(element) + (asksParent ? `\n${namesOf(native(element).parentElement)}` : '');
    let known = found.get(name);
    if (!known) {
      if (found.size === mostNames) found.clear();
      found.set(name, (known = toFound(matching(element, byName))));
    }
    const more = others.size > 0 ? matching(element, others) : [];
    return more.length > 0 ? toFound([...known.rules, ...more]) : known;
  }

  /** Which rules found an element when it was bound. A property takes less time than an entry of a `WeakMap`. */
  const key = Symbol();
  const keptOf = (element: Element): string => (element as Keeper)[key] ?? '';
  function keep(element: Element, text: string): void {
    if (text !== keptOf(element)) Reflect.set(element, key, text);
  }

  return {
    selector: list.map(({ select }) => select).join(),
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

/** The rules that may find an element, by what it must have. */
type Index = ReadonlyMap<string, readonly PageRule[]>;

function indexOf(list: readonly PageRule[]): Index {
  const index = new Map<string, PageRule[]>();
  for (const rule of list)
    for (const key of new Set(rule.selectors.map(keyOf))) index.set(key, [...(index.get(key) ?? []), rule]);
  return index;
}

function matching(element: Element, index: Index): readonly PageRule[] {
  const own = native(element);
  const { id, class: prefix, attribute } = keyPrefixes;
  const keys = [
    '*',
    own.localName,
    id + (own.getAttribute('id') ?? ''),
    ...[...own.classList].map((name) => prefix + name),
    ...own.getAttributeNames().map((name) => attribute + name),
  ];
  const mayFind = new Set(keys.flatMap((key) => index.get(key) ?? []));
  return [...mayFind].filter((rule) => own.matches(rule.select));
}

/** Only a browser fetches what a page names. No cookies go to other origins. */
async function fetchRules(address: string): Promise<unknown> {
  const url = new URL(address, location.href).href;
  const response = await fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(patienceMs) });
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return response.json();
}

import { type NoteRule, type PageRule, parsePageRules, readPageRules } from '../../rules/page-rules/page-rules.ts';
import { attributesOf, keyOf, keyPrefixes } from '../../rules/page-rules/selector.ts';
import type { Core } from '../api/core.ts';
import { watchedAttributes } from '../bindings/selector.ts';
import { attributeReader } from '../dom/attribute-reader.ts';
import { native } from '../dom/native.ts';

const patienceMs = 10_000;

/**
 * The rules beside the page: bindings for pages whose HTML cannot be edited. In `geolet.js`; a lazy file for
 * `geolet-bindings.js`, fetched where the settings block has `rules`.
 */
export default async function startPageRules(core: Core): Promise<void> {
  const { block, report, signal } = core;
  const given = block('rules');
  try {
    usePageRules(core, typeof given === 'string' ? await fetchRules(given) : given);
  } catch (error) {
    if (!signal.aborted) report('unusable-rule', String(error));
  }
}

function usePageRules(core: Core, given: unknown): void {
  const { rules, report } = core;
  const note: NoteRule = (code, text) => report(code, text);
  const list = parsePageRules(given, core.conditionOf, note);
  if (list.length === 0) return;
  const selectors = list.flatMap((rule) => rule.selectors);
  const ofAncestors = new Set(selectors.flatMap((selector) => attributesOf(selector, true)));
  const attributes = new Set([...ofAncestors, ...selectors.flatMap((selector) => attributesOf(selector, false))]);

  /** The rules that may find an element, by what it must have. */
  const byKey = new Map<string, PageRule[]>();
  for (const rule of list)
    for (const key of new Set(rule.selectors.map(keyOf))) byKey.set(key, [...(byKey.get(key) ?? []), rule]);

  function find(element: Element): readonly PageRule[] {
    const own = native(element);
    const found = new Set<PageRule>();
    const look = (key: string): void => {
      for (const rule of byKey.get(key) ?? []) if (own.matches(rule.select)) found.add(rule);
    };
    look('*');
    look(own.localName);
    for (const name of own.getAttributeNames()) look(keyPrefixes.attribute + name);
    const { id, class: prefix } = keyPrefixes;
    look(id + (own.getAttribute('id') ?? ''));
    for (const name of own.classList) look(prefix + name);
    return [...found].toSorted((one, other) => one.index - other.index);
  }

  /** Which rules found an element when it was bound. */
  const kept = new WeakMap<Element, string>();
  const textOf = (found: readonly PageRule[]): string => found.map(({ index }) => index).join();

  const bindings = core.createBindings({
    selector: list.map(({ select }) => select).join(),
    watched: [...watchedAttributes, ...attributes],
    keyOf(element) {
      const text = textOf(find(element));
      kept.set(element, text);
      return text;
    },
    read: (element) => readPageRules(rules, attributeReader, element, find(element), core.visitor.facts?.groups, note),
    changed(element, attributeName, rebind) {
      if (attributeName === null || !attributes.has(attributeName)) return;
      const below = ofAncestors.has(attributeName) ? native(element).querySelectorAll('*') : [];
      for (const one of [element, ...below]) {
        const text = textOf(find(one));
        if (text === (kept.get(one) ?? '')) continue;
        kept.set(one, text);
        rebind(one);
      }
    },
  });
  const follow = () => bindings.update(core.visitor.facts);
  follow();
  bindings.bind(document);
  core.watch(follow);
}

async function fetchRules(address: string): Promise<unknown> {
  const url = new URL(address, location.href).href;
  const response = await fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(patienceMs) });
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return response.json();
}

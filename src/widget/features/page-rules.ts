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
  const own =
    typeof given === 'string'
      ? await fetchRules(given).catch((error: unknown) => report('file-refused', String(error)))
      : given;

  function use(written: unknown, drafts = 0): readonly PageRule[] {
    const note: NoteRule = (code, text) => report(code, text);
    const rules = written === undefined || signal.aborted ? [] : parsePageRules(written, core.conditionOf, note);
    // What is kept of the last page, or was tried before.
    for (const set of [...bindingSets].slice(1)) {
      bindingSets.delete(set);
      set.update(undefined);
    }
    core.pageRules = { written, list: rules, drafts };
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
  if (given !== undefined) keep();
  return {
    tryOut: (drafts) => void use([...drafts, ...(Array.isArray(own) ? (own as unknown[]) : [])], drafts.length),
  };
}

function sourceOf(list: readonly PageRule[], { rules }: Core, note: NoteRule): BindingSource {
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

  return {
    selector: list.map(({ select }) => select).join(),
    watched: [...watchedAttributes, ...attributes],
    keyOf(element) {
      const text = textOf(find(element));
      kept.set(element, text);
      return text;
    },
    read: (element, groups) => readPageRules(rules, attributeReader, element, find(element), groups, note),
    onAttribute(element, attributeName, rebind) {
      if (attributeName === null || !attributes.has(attributeName)) return;
      const below = ofAncestors.has(attributeName) ? native(element).querySelectorAll('*') : [];
      for (const one of [element, ...below]) {
        const text = textOf(find(one));
        if (text === (kept.get(one) ?? '')) continue;
        kept.set(one, text);
        rebind(one);
      }
    },
  };
}

/** Only a browser fetches what a page names. No cookies go to other origins. */
async function fetchRules(address: string): Promise<unknown> {
  const url = new URL(address, location.href).href;
  const response = await fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(patienceMs) });
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return response.json();
}

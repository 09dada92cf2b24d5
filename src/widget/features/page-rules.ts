import {
  type NoteRule,
  type PageRule,
  parsePageRules,
  readPageRules,
  visibilityLast,
} from '../../rules/page-rules/page-rules.ts';
import { attributesOf } from '../../rules/page-rules/selector.ts';
import { attempt } from '../../rules/attempt.ts';
import { bindingPrefix } from '../../rules/markup/bindings.ts';
import type { Core, PageRules } from '../api/core.ts';
import { type BindingSource, watchedAttributes } from '../bindings/selector.ts';
import { attributeReader } from '../dom/attribute-reader.ts';
import { native } from '../dom/native.ts';
import { servedRules } from './written-files.ts';
import { keptRulesKey, type KeptRules } from './kept-rules.ts';
import { createFoundLast } from './found-last.ts';
import { createRuleLookup } from './rule-lookup.ts';
import { queryOf } from './rule-query.ts';

const patienceMs = 10_000;

/** The rules beside the page: bindings for pages whose HTML cannot be edited. Fetched where the settings have `rules`. */
export default async function startPageRules(core: Core): Promise<PageRules> {
  const { block, report, signal, bindings, visitor } = core;
  const given = block('rules');
  const served = native(document).querySelector(servedRules)?.textContent;
  const written =
    typeof given === 'string'
      ? await fetchRules(given).catch((error: unknown) => report('unusable-rule', `rules: ${given}: ${String(error)}`))
      : given;
  // Those of the server come first, as it has written the page.
  const own = served == null ? written : [...listOf(attempt(() => JSON.parse(served) as unknown)), ...listOf(written)];

  function use(list: unknown, drafts = 0): readonly PageRule[] {
    const note: NoteRule = (code, text) => report(code, text);
    const rules = list === undefined || signal.aborted ? [] : parsePageRules(list, core.conditionOf, note);
    // What is kept of the last page, or was tried before.
    for (const writer of [...bindings.writers].slice(1)) bindings.drop(writer);
    core.pageRules = { written: list, list: rules, drafts };
    if (rules.length > 0) bindings.add(sourceOf(rules, core, note));
    return rules;
  }

  const parts = use(own).flatMap((rule) => rule.parts);
  const keep = (): void => {
    const kept: KeptRules = [
      JSON.stringify(given),
      parts.toSorted((one, other) => visibilityLast(one.target, other.target)),
    ];
    visitor.put(keptRulesKey, JSON.stringify(kept));
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
  const lookUp = createRuleLookup(list);
  const foundLast = createFoundLast(lookUp);

  return {
    ...queryOf(list, lookUp, foundLast.set),
    watched: [...watchedAttributes, ...attributes],
    keyOf: (element) => foundLast.of(element).written,
    read: (element, groups) =>
      readPageRules(rules, attributeReader, element, { found: foundLast.of(element).rules, groups, note }),
    reachedFrom(element, attributeName) {
      foundLast.forget();
      if (attributeName?.startsWith(bindingPrefix)) return [element];
      if (attributeName === null || !attributes.has(attributeName)) return [];
      return ofAncestors.has(attributeName) ? [element, ...native(element).querySelectorAll('*')] : [element];
    },
  };
}

/** Only a browser fetches what a page names. No cookies go to other origins. */
async function fetchRules(address: string): Promise<unknown> {
  const url = new URL(address, location.href).href;
  const response = await fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(patienceMs) });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

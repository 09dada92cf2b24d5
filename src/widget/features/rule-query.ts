import type { PageRule } from '../../rules/page-rules/page-rules.ts';
import { keyOf, keyPrefixes } from '../../rules/page-rules/selector.ts';
import type { BindingSource } from '../bindings/selector.ts';
import { native } from '../dom/native.ts';
import { classesOf, type RuleLookup, type RulesOfElement } from './rule-lookup.ts';

/** A browser asks each of its elements for each selector of a list. Beyond this many, our own index is faster. */
const mostSelectors = 40;
/** Of so many elements it pays to see what most of them are. */
const manyElements = 200;
const sampleSize = 40;
/** How many values of `class` a query leaves out. Each takes time on each element. */
const mostLeftOut = 8;
/** Of names that are there, this many are looked for by themselves. */
const mostNames = 3;
/** How long it may take to see that names are not there, and after how many of them the clock is read. */
const patienceMs = 1;
const clockInterval = 32;

/**
 * How the elements are found that rules may find.
 *
 * @param keep called with the elements that are found, and what was looked up for each.
 */
export function queryOf(
  list: readonly PageRule[],
  lookUp: RuleLookup,
  keep: (elements: readonly Element[], rules: readonly RulesOfElement[]) => void,
): Pick<BindingSource, 'selectors' | 'find'> {
  const selectors = new Set(list.map(({ select }) => select));
  if (selectors.size <= mostSelectors) return { selectors: [...selectors] };
  const keys = new Set(list.flatMap((rule) => rule.selectors.map(keyOf)));
  const names = [...keys].map((key) => (key.startsWith(keyPrefixes.attribute) ? `${key}]` : key));
  const wide = new Set(names.map(kindOfName));
  /** Chromium keeps a filter of names for parts of the page, and sees in a microsecond that a name is not there. */
  let isQuick = true;
  const asked = new Set([...keys].map((key) => key.toLowerCase()));
  /** Values of `class` with nothing that a rule asks for. To look at an element from script takes a hundred times as long. */
  const leftOut = new Set<string>();

  function isAsked(value: string): boolean {
    if (asked.has(`${keyPrefixes.attribute}class`)) return true;
    return value.split(/\s+/).some((name) => asked.has(keyPrefixes.class + name.toLowerCase()));
  }

  /** @returns the names that are there, if they are few. */
  function fewNames(query: (selector: string) => NodeListOf<Element>): readonly string[] | undefined {
    const endMs = performance.now() + patienceMs;
    const found: string[] = [];
    for (const [at, name] of names.entries()) {
      if (query(name)[0]) found.push(name);
      isQuick = at % clockInterval > 0 || performance.now() < endMs;
      if (found.length > mostNames || !isQuick) return undefined;
    }
    return found;
  }

  /** Lists on a page are long, and their items alike. */
  function learn(elements: ArrayLike<Element>): void {
    const step = Math.ceil(elements.length / sampleSize);
    for (let at = 0; at < elements.length && leftOut.size < mostLeftOut; at += step) {
      const value = classesOf(native(elements[at] as Element));
      if (!leftOut.has(value) && /^[\w -]+$/.test(value) && !isAsked(value)) leftOut.add(value);
    }
  }

  function narrow(): string {
    const out = [...leftOut].map((value) => `[class="${value}"]`).join();
    return [...wide].map((one) => (out !== '' && one === '[class]' ? `${one}:not(${out})` : one)).join();
  }

  return {
    selectors: [...wide],
    find(query) {
      // All of them take the browser a tenth of the time of those with a class.
      const all = query('*');
      const isLong = all.length > manyElements;
      const few = isLong && isQuick ? fewNames(query) : undefined;
      if (few?.length === 0) return [];
      if (isLong && !few) learn(all);
      const elements = query(few ? few.join() : narrow());
      const found: Element[] = [];
      const rulesOfFound: RulesOfElement[] = [];
      // An iterator asks the browser for the length each time.
      const { length } = elements;
      for (let at = 0; at < length; at++) {
        const element = elements[at] as Element;
        const rules = lookUp(native(element));
        if (rules.rules.length === 0) continue;
        found.push(element);
        rulesOfFound.push(rules);
      }
      keep(found, rulesOfFound);
      return found;
    },
  };
}

function kindOfName(name: string): string {
  if (name.startsWith(keyPrefixes.id)) return '[id]';
  return name.startsWith(keyPrefixes.class) ? '[class]' : name;
}

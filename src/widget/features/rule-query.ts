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

/**
 * How the elements are found that rules may find.
 *
 * @param keep called with the elements that are found, and what was looked up for each.
 */
export function queryOf(
  list: readonly PageRule[],
  lookUp: RuleLookup,
  keep: (elements: readonly Element[], rules: readonly RulesOfElement[]) => void,
): Pick<BindingSource, 'selector' | 'find'> {
  const selectors = new Set(list.map(({ select }) => select));
  if (selectors.size <= mostSelectors) return { selector: [...selectors].join() };
  const keys = new Set(list.flatMap((rule) => rule.selectors.map(keyOf)));
  const wide = new Set([...keys].map(selectorOfKey));
  const asked = new Set([...keys].map((key) => key.toLowerCase()));
  /** Values of `class` with nothing that a rule asks for. To look at an element from script takes a hundred times as long. */
  const leftOut = new Set<string>();

  function isAsked(value: string): boolean {
    if (asked.has(`${keyPrefixes.attribute}class`)) return true;
    return value.split(/\s+/).some((name) => asked.has(keyPrefixes.class + name.toLowerCase()));
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
    selector: [...wide].join(),
    find(query) {
      // All of them take the browser a tenth of the time of those with a class.
      const all = query('*');
      if (all.length > manyElements) learn(all);
      const elements = query(narrow());
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

function selectorOfKey(key: string): string {
  const { id, class: classPrefix, attribute } = keyPrefixes;
  if (key.startsWith(id)) return '[id]';
  if (key.startsWith(classPrefix)) return '[class]';
  return key.startsWith(attribute) ? `${key}]` : key;
}

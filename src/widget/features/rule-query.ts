import type { PageRule } from '../../rules/page-rules/page-rules.ts';
import { keyOf, keyPrefixes } from '../../rules/page-rules/selector.ts';
import type { BindingSource } from '../bindings/selector.ts';
import { native } from '../dom/native.ts';
import { classesOf } from './rule-lookup.ts';

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
 * @param isFound whether a rule finds an element.
 */
export function queryOf(
  list: readonly PageRule[],
  isFound: (element: Element) => boolean,
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

  /** Lists on a page are long, and their items alike. @returns whether there is more to leave out. */
  function learn(elements: ArrayLike<Element>): boolean {
    const before = leftOut.size;
    for (let at = 0; at < elements.length; at += Math.ceil(elements.length / sampleSize)) {
      const value = classesOf(native(elements[at] as Element));
      if (leftOut.size < mostLeftOut && /^[\w -]+$/.test(value) && !isAsked(value)) leftOut.add(value);
    }
    return leftOut.size > before;
  }

  function narrow(): string {
    const out = [...leftOut].map((value) => `[class="${value}"]`).join();
    return [...wide].map((one) => (out !== '' && one === '[class]' ? `${one}:not(${out})` : one)).join();
  }

  return {
    selector: [...wide].join(),
    find(query) {
      let elements = query(narrow());
      if (elements.length > manyElements && learn(elements)) elements = query(narrow());
      return [...elements].filter(isFound);
    },
  };
}

function selectorOfKey(key: string): string {
  const { id, class: classPrefix, attribute } = keyPrefixes;
  if (key.startsWith(id)) return '[id]';
  if (key.startsWith(classPrefix)) return '[class]';
  return key.startsWith(attribute) ? `${key}]` : key;
}

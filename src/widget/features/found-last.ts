import { native } from '../dom/native.ts';
import type { RuleLookup, RulesOfElement } from './rule-lookup.ts';

/** What the query has just found. The elements are bound next, in the same order, and are not looked up again. */
export interface FoundLast {
  set(elements: readonly Element[], rules: readonly RulesOfElement[]): void;
  /** Called when another script has changed the page. */
  forget(): void;
  /** Looks up what is not there, or no longer. */
  of(element: Element): RulesOfElement;
}

const nothing: readonly never[] = [];

export function createFoundLast(lookUp: RuleLookup): FoundLast {
  let elements: readonly Element[] = nothing;
  let rules: readonly RulesOfElement[] = nothing;
  let at = 0;

  function forget(): void {
    elements = nothing;
    rules = nothing;
  }

  return {
    set(...found) {
      [elements, rules] = found;
      at = 0;
    },
    forget,
    of(element) {
      // What binds something new is asked for twice.
      if (elements[at] !== element) at++;
      const found = elements[at] === element && rules[at];
      // Nothing is held that leaves the page.
      if (at === elements.length - 1) queueMicrotask(forget);
      return found || lookUp(native(element));
    },
  };
}

import { native } from '../dom/native.ts';
import type { RuleLookup, RulesOfElement } from './rule-lookup.ts';

/** What the query has just found. The elements are bound next, in the same order, and are not looked up again. */
export interface FoundLast {
  set(elements: readonly Element[], rules: readonly RulesOfElement[]): void;
  /** Looks up what is not there, or no longer. */
  of(element: Element): RulesOfElement;
}

export function createFoundLast(lookUp: RuleLookup): FoundLast {
  let elements: readonly Element[] = [];
  let rules: readonly RulesOfElement[] = [];
  let at = 0;

  function set(...found: Parameters<FoundLast['set']>): void {
    [elements, rules] = found;
    at = 0;
  }

  return {
    set(...found) {
      set(...found);
      // Afterwards, other scripts may have changed the elements.
      queueMicrotask(() => set([], []));
    },
    of(element) {
      // What binds something new is asked for twice.
      if (elements[at] !== element) at++;
      return (elements[at] === element && rules[at]) || lookUp(native(element));
    },
  };
}

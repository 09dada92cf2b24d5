import type { Groups } from '../../rules/conditions/clause.ts';
import { attributeReader } from '../dom/attribute-reader.ts';
import { type Binding, bindingNames, bindingPrefix, helperNames, readBindings } from '../../rules/markup/bindings.ts';
import type { Note } from '../../rules/mistake.ts';
import { writableAttributes } from '../../rules/markup/sink.ts';

const bindingAttributes = bindingNames.map((name) => bindingPrefix + name);

const boundSelectors = [
  ...bindingAttributes.map((name) => `[${name}]`),
  // Most classes are of others: one search of the text tells.
  '[class*=geo-]:is([class*=geo-show-],[class*=geo-hide-])',
];

/** Every element that may have a binding, also below `data-geo-ignore`. */
export const anyBoundSelector = boundSelectors.join();

export const ignoreSelector = '[data-geo-ignore]';

/** The elements outside of `data-geo-ignore`. Nothing inside can undo it. */
export const notIgnored = (selector: string): string => `:is(${selector}):not(${ignoreSelector},${ignoreSelector} *)`;

/** The attributes whose change by other scripts matters: what decides, what is written, and the language. */
export const watchedAttributes: string[] = [
  ...bindingAttributes,
  ...helperNames.map((name) => bindingPrefix + name),
  'class',
  'hidden',
  ...writableAttributes,
  'lang',
];

/** Where bindings come from: the attributes of elements, or rules beside the page. */
export interface BindingSource {
  /** Together they find every element that may have a binding, also below `data-geo-ignore`. */
  readonly selectors: readonly string[];
  /** The attributes whose change by other scripts matters. */
  readonly watched: readonly string[];
  /**
   * Finds the elements in a part of the page, where that takes less time than the selector.
   *
   * @param query asks the part for a selector.
   */
  find?(query: (selector: string) => NodeListOf<Element>): readonly Element[];
  /** The same for all elements with the same bindings, as far as their attributes do not tell. */
  keyOf?(element: Element): string;
  read(element: Element, groups: Groups | undefined, note: Note): readonly Binding[];
  /**
   * The elements whose bindings may be others, now that an element has changed; without it, that element alone.
   *
   * @param attributeName null: its text.
   */
  reachedFrom?(element: Element, attributeName: string | null): readonly Element[];
}

/** Bindings that stand on the elements themselves. */
export const byAttributes: BindingSource = {
  selectors: boundSelectors,
  watched: watchedAttributes,
  read: (element, groups, note) => readBindings(attributeReader, element, groups, note),
};

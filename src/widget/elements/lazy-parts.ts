import type { Facts } from '../../rules/facts.ts';
import type { fill, frame, setState, source } from './members.ts';
import type { Value } from './value.ts';

/**
 * What files beside `geolet.js` make that an element needs only now and then. Fetched when it is first asked for: undefined until then, and when it is
 * there, the page follows.
 */
export interface LazyParts {
  (name: 'times'): () => ReadTime | undefined;
  (name: 'suggestion'): () => OpenSuggestion | undefined;
  (name: 'places'): () => ReadPlaces | undefined;
  (name: 'choices'): () => ShowChoices | undefined;
}

/** An element of ours, as those see it that are not built on it. */
export interface HostElement extends HTMLElement {
  /** For messages. */
  readonly [source]: string;
  /** What it shows stands in; the whole shadow root when it is not given. */
  [frame]: ParentNode | undefined;
  requestUpdate(): void;
  [setState](name: string, on: boolean): void;
  /** Shows nodes in the place of the children, and without any the children as written. */
  [fill](...nodes: readonly Node[]): void;
}

export interface TimeReading {
  /** Undefined for "as written". */
  readonly value: Value | undefined;
  /** Undefined where there are no opening hours. */
  readonly open?: boolean;
}

/**
 * Reads what has opening hours, relative words or the clock of a place, and updates the element when a minute has changed that.
 *
 * @param timezone the visitor's.
 * @returns undefined for a mistake, which has been named.
 */
export type ReadTime = (element: HostElement, timezone: string, locale: string) => TimeReading | undefined;

/**
 * Shows the bar or popup of a `<geo-suggest>`, around its own words.
 *
 * @param answered called when it was followed or closed.
 * @returns gives the focus and the attributes back; what it has built goes when something else is shown in its place.
 */
export type OpenSuggestion = (host: HostElement, answered: () => void) => () => void;

/**
 * Reads a `<geo-nearest>` that has a button or `within`, and names what keeps any of them from showing.
 *
 * @param list what the page's settings have by the name of its list.
 */
export type ReadPlaces = (element: HostElement, list: unknown, locale: string) => Value | undefined;

/**
 * Shows a `<geo-select>` of all countries or of currencies, or lets the owner's own controls choose.
 *
 * @param makeList makes a list with the options, which chooses.
 * @param choose takes a visitor in words; empty goes back to the look-up.
 */
export type ShowChoices = (element: HostElement, facts: Facts | undefined, makeList: MakeList, choose: Choose) => void;

export type Choose = (words: string) => Promise<void>;
export type MakeList = (options: readonly HTMLOptionElement[]) => HTMLSelectElement;

import type { Facts } from '../../rules/facts.ts';
import type { Value } from './base/value.ts';

/**
 * The lazy files that only some uses of an element need. The first call of the returned function fetches the file. It
 * returns undefined until the file is there; then the page updates.
 */
export interface LazyParts {
  (name: 'times'): () => ReadTime | undefined;
  (name: 'suggestion'): () => OpenSuggestion | undefined;
  (name: 'places'): () => ReadPlaces | undefined;
  (name: 'choices'): () => ShowChoices | undefined;
}

/** One of our elements, as a lazy file sees it. */
export interface HostElement extends HTMLElement {
  /** For messages. */
  readonly _source: string;
  /** Where its content is rendered. Undefined: the whole shadow root. */
  _output: ParentNode | undefined;
  requestUpdate(): void;
  _setState(name: string, on: boolean): void;
  /** Shows nodes in place of the children. Without nodes, the children show as written. */
  _fillShadow(...nodes: readonly Node[]): void;
}

export interface TimeReading {
  /** Undefined: the children show as written. */
  readonly value: Value | undefined;
  /** Undefined without opening hours. */
  readonly open?: boolean;
}

/**
 * Reads a `<geo-time>` with opening hours, relative words or the clock of a place, and updates it each minute.
 *
 * @param timezone the visitor's.
 * @returns undefined for a mistake, which is then reported.
 */
export type ReadTime = (element: HostElement, timezone: string, locale: string) => TimeReading | undefined;

/**
 * Shows the bar or popup of a `<geo-suggest>`, around its own words.
 *
 * @param answered called when it was followed or closed.
 * @returns a function that puts the focus and the attributes back. The caller then replaces the bar with other content.
 */
export type OpenSuggestion = (host: HostElement, answered: () => void) => () => void;

/**
 * Reads a `<geo-nearest>` that has a button or `within`, and reports why one of them shows nothing.
 *
 * @param list the list of places in the page's settings, not checked yet.
 */
export type ReadPlaces = (element: HostElement, list: unknown, locale: string) => Value | undefined;

/**
 * Shows a `<geo-select>` of all countries or of currencies, or lets the visitor choose with the owner's own controls.
 *
 * @param makeList makes a list of these options, which calls `choose`.
 * @param choose takes a visitor in words. Empty words go back to the lookup.
 */
export type ShowChoices = (element: HostElement, facts: Facts | undefined, makeList: MakeList, choose: Choose) => void;

export type Choose = (words: string) => Promise<void>;
export type MakeList = (options: readonly HTMLOptionElement[]) => HTMLSelectElement;

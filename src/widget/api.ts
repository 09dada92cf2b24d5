import type { Answer } from '../rules/clause.ts';
import type { ConditionObject } from '../rules/condition-table.ts';
import type { Inspection } from './explain/inspection.ts';
import type { Visitor } from './visitor/visitor.ts';

/** `window.geolet`: nothing in it throws, and every promise resolves. */
export interface Geolet {
  readonly version: string;
  /** Resolves at `geo-ready`: the visitor, or undefined when there is no record. Never rejects. */
  readonly ready: Promise<Visitor | undefined>;
  /** Undefined until `geo-ready`. What the browser knows by itself (page, colours, motion) is as it was at the last answer. */
  readonly visitor: Visitor | undefined;
  /**
   * Answers a condition in text form, or as an object: `{ country: ['DE', 'AT'], eu: true }`. Undefined is unknown, and
   * everything is before `geo-ready`.
   */
  matches(condition: string | ConditionObject): Answer;
  /**
   * The visitor's own choice, in words (`JP`, `country: JP; currency: USD`) or as an object. Remembered, and it beats the
   * look-up. Resolves once the page has followed; to false when the words were not understood.
   */
  override(words: string | Readonly<Record<string, unknown>>): Promise<boolean>;
  /** Takes the visitor's choice back. */
  reset(): void;
  /** Asks the proxy again, past every cache. Resolves once the page has followed, or the look-up has failed. */
  refresh(): Promise<void>;
  /** Binds a part of the page by hand: with `bindings="manual"`, or an open shadow root. */
  scan(root?: ParentNode): void;
  /** The one door for consent platforms. False wipes what is known and stored, and puts the page back. */
  consent(granted: boolean): void;
  /**
   * Says why, in words, for whoever makes the page. Of an element: what of Geolet is on it or decides whether it shows, by which
   * value, from where. Of a code of `geo-error`: its cause and fix. Of nothing: the page as a whole. Undefined where the file that
   * knows cannot be had.
   */
  explain(subject?: Element | string): Promise<string | undefined>;
  /** The state of everything as plain JSON, for a bug report; with the record as far as the page has it, without address and coordinates. */
  inspect(): Promise<Inspection | undefined>;
  /** Ends everything and leaves the page as it was. */
  destroy(): void;
}

export type Callback = (geolet: Geolet) => void;

declare global {
  var geolet: Geolet | undefined;
  var geoletQueue: { push(...callbacks: Callback[]): unknown } | undefined;
}

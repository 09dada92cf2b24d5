import type { Answer } from '../../rules/conditions/clause.ts';
import type { ConditionObject } from '../../rules/conditions/condition-table.ts';
import type { VisitorPrice } from '../../rules/money/decide-price.ts';
import type { Inspection } from './inspection.ts';
import type { OptOut, Visitor } from '../visitor/visitor.ts';

/** `window.geolet`. Nothing in it throws, and every promise resolves. */
export interface Geolet {
  readonly version: string;
  /** Resolves at `geo-ready`, to the visitor, or to undefined if there is no record. Never rejects. */
  readonly ready: Promise<Visitor | undefined>;
  /**
   * Undefined until `geo-ready`. What the browser itself knows (page, colours, motion) is as it was at the last
   * change.
   */
  readonly visitor: Visitor | undefined;
  /**
   * Whether the visitor refuses that their data are sold or shared: `'signal'` where their browser sends Global Privacy
   * Control, true where they have pressed a `<geo-optout>` of the site, else false. Right at once, also before
   * `geo-ready` and before consent. Changes fire `geo-optout`.
   */
  readonly optOut: OptOut;
  /**
   * Answers a condition in text form, or as an object: `{ country: ['DE', 'AT'], eu: true }`. Undefined means
   * unknown. Before `geo-ready` every answer is undefined.
   */
  matches(condition: string | ConditionObject): Answer;
  /**
   * The visitor's own choice, in words (`JP`, `country: JP; currency: USD`) or as an object. It is stored, and goes
   * before the lookup. Resolves once the page has changed, to true; to false if the words are not understood
   * (`unusable-visitor`) or a file that the choice needs cannot be fetched (`file-refused`). If a later choice or a
   * reset comes while this one still waits for its files, the later one counts; this one resolves all the same.
   */
  override(words: string | Readonly<Record<string, unknown>>): Promise<boolean>;
  /** Takes the visitor's choice back. */
  reset(): void;
  /** Looks the visitor up again, past every cache. Resolves once the page has changed, or the lookup has failed. */
  refresh(): Promise<void>;
  /**
   * The price that a list comes to for the visitor, as a `<geo-currency>` with it shows: `USD 149, EUR 139`. Or that of
   * an element with a list: where its text does not say the first price of the list, what the text says. Waits for the
   * visitor, and for rates if the price has to be converted, each no longer than `timeoutMs`. Undefined for a list that
   * cannot be used (`unusable-prices`), for a text that says no price or several, and if the file for this cannot be
   * fetched. Its first call starts the events `geo-price`.
   */
  price(asked: string | Element): Promise<VisitorPrice | undefined>;
  /** Binds a part of the page, the whole page by default: with `bindings="manual"`, or for an open shadow root. */
  scan(root?: ParentNode): void;
  /** For consent platforms. False removes what is known and stored, and puts the page back as written. */
  consent(granted: boolean): void;
  /**
   * Says why, in words, for the page's owner. For an element: which bindings and conditions it has, what decided
   * them, and where that value came from. For a code of `geo-error`: its cause and fix. Without a subject: the page
   * as a whole. Undefined if the file for this cannot be fetched.
   */
  explain(subject?: Element | string): Promise<string | undefined>;
  /**
   * The whole state as plain JSON, for a bug report. It has the record as far as the page has it, without address and
   * coordinates.
   */
  inspect(): Promise<Inspection | undefined>;
  /** Ends everything and puts the page back as written. */
  destroy(): void;
}

export type Callback = (geolet: Geolet) => void;

declare global {
  var geolet: Geolet | undefined;
  var geoletQueue: { push(...callbacks: Callback[]): unknown } | undefined;
}

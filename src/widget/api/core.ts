import type { Condition } from '../../rules/conditions/clause.ts';
import type { Estimate } from '../../rules/facts.ts';
import type { Note } from '../../rules/mistake.ts';
import type { PriceBook } from '../../rules/money/price.ts';
import type { parseMinus, showRemainder } from '../../rules/money/threshold.ts';
import type { PageRule } from '../../rules/page-rules/page-rules.ts';
import type { Geolet } from './api.ts';
import type { sharedFunctions } from './shared-functions.ts';
import type { Bindings } from '../bindings/bindings.ts';
import type { LazyParts } from '../elements/lazy-parts.ts';
import type { OwnerTools, Picker } from './owner-tools.ts';
import type { Report, Reported } from '../report.ts';
import type { Settings } from '../boot/settings.ts';
import type { OptOutState } from '../visitor/opt-out.ts';
import type { SharedVisitor } from '../visitor/shared-visitor.ts';

/** The rules of the settings block, for those who try others. */
export interface PageRules {
  /** Puts rules that are not saved yet before those of the page, in place of those that were tried before. */
  tryOut(drafts: readonly unknown[]): void;
}

/** The owner's price book, as the lazy file of prices has it. A page without a book has `none`. */
export type BookState = PriceBook | 'pending' | 'none' | 'unusable';

interface OwnerPrices {
  /** What there is of the book by now. The page updates when there is more. */
  readBook(): BookState;
  /** Resolves once the book is there that the page names a price of, or has failed. A request fails after ten seconds. */
  whenRead(): Promise<void>;
}

/** A page that the edge has written for its visitor. */
export interface WrittenPage {
  /** Elements wait for no more than this: the edge writes them as they write themselves. */
  readonly files: Promise<void>;
  /**
   * Puts back what the edge has changed. The bindings write it again at once, before the browser can paint or fetch
   * anything. After that the page is like any other.
   */
  restore(): Promise<void>;
}

/** Converts prices. */
export interface Estimates extends Estimate {
  /** Resolves once the rates are there, or have failed. */
  readonly settled: Promise<void>;
}

/** Takes amounts off prices. */
export interface Threshold {
  readonly parseMinus: typeof parseMinus;
  readonly showRemainder: typeof showRemainder;
  /** Keeps the slot `reached` of an element in step with what it shows. */
  watch(host: Element): void;
}

/** The rules beside the page, for those who explain them. */
export interface ReadPageRules {
  /** As the owner wrote them, also where they stand at an address. */
  readonly written: unknown;
  /** Those that can be used, in their order. */
  readonly list: readonly PageRule[];
  /** How many of `written` are only tried out. They come first. */
  readonly drafts: number;
}

/** What `geolet.js` passes to the lazy files, so that the rules are downloaded once and all share one visitor. */
export interface Core extends Readonly<typeof sharedFunctions> {
  /** Reads a condition, as text or by names, with the owner's groups. */
  conditionOf(condition: unknown, note?: Note): Condition;
  /** Aborted by `geolet.destroy()`. */
  readonly signal: AbortSignal;
  readonly visitor: SharedVisitor;
  /** What `geolet.optOut` gives. */
  readonly optOut: OptOutState;
  /** `window.geolet`. */
  readonly geolet: Geolet;
  readonly report: Report;
  /** The mistakes and failures that were reported so far, by `code: detail`. */
  readonly reported: ReadonlyMap<string, Reported>;
  readonly bindings: Bindings;
  readonly settings: Settings;
  /** Our own elements, once one is defined. */
  elementsOnPage?: ReadonlySet<Element> | undefined;
  /** The owner's price book, once the lazy file of prices has it. */
  priceBook?: PriceBook | undefined;
  /** The owner's rules beside the page, once their lazy file has read them. */
  pageRules?: ReadPageRules | undefined;
  /** The value of a name in the owner's settings block, and what its owner tries out in place of it. */
  block: (name: string) => unknown;
  /** @returns the address of a file beside `geolet.js`. Throws if there is no such place. */
  fileUrl(path: string): string;
  readonly lazy: LazyParts &
    ((name: 'explain') => () => OwnerTools | undefined) &
    ((name: 'threshold') => () => Threshold | undefined);
  /** Fetches a file, once. */
  once(name: 'prices'): Promise<OwnerPrices | undefined>;
  once(name: 'threshold'): Promise<Threshold | undefined>;
  once(name: 'money'): Promise<Estimates | undefined>;
  once(name: 'conditions' | 'dates'): Promise<unknown>;
  once(name: 'edge'): Promise<WrittenPage | undefined>;
  once(name: 'rules'): Promise<PageRules | undefined>;
  once(name: 'picker'): Promise<Picker | undefined>;
  /** Calls `follow` after each change of the facts. @returns stops it. */
  watch(follow: () => void): () => void;
}

import type { Condition } from '../rules/clause.ts';
import type { Parsed } from '../rules/mistake.ts';
import type { answer } from '../rules/condition.ts';
import type { formatPrice, parsePrices, showPrice } from '../rules/money.ts';
import type { fillTemplate, parseTemplate } from '../rules/template.ts';
import type { checkUrl } from '../rules/url.ts';
import type { Geolet } from './api.ts';
import type { Bindings } from './bindings/bindings.ts';
import type { closestAround, composedParent, isComplete, localeOf } from './bindings/dom.ts';
import type { LazyParts } from './elements/rare-parts.ts';
import type { Report } from './report.ts';
import type { Settings } from './settings.ts';
import type { SharedVisitor } from './visitor/shared-visitor.ts';

/**
 * What `geolet.js` hands to the files it fetches, so that the rules are downloaded once and everybody shares one visitor.
 */
export interface Core {
  /** The attributes in which an element's condition is written. */
  readonly conditionAttributes: readonly string[];
  /** The condition in an element's attributes. Knows the owner's groups. */
  conditionOf(element: Element): Parsed<Condition>;
  readonly rules: {
    readonly answer: typeof answer;
    readonly parseTemplate: typeof parseTemplate;
    readonly fillTemplate: typeof fillTemplate;
    readonly formatPrice: typeof formatPrice;
    readonly parsePrices: typeof parsePrices;
    readonly showPrice: typeof showPrice;
    readonly checkUrl: typeof checkUrl;
  };
  /** Ends everything. */
  readonly signal: AbortSignal;
  readonly closestAround: typeof closestAround;
  readonly composedParent: typeof composedParent;
  readonly isComplete: typeof isComplete;
  readonly localeOf: typeof localeOf;
  readonly visitor: SharedVisitor;
  /** What the page's own scripts have. */
  readonly geolet: Geolet;
  readonly report: Report;
  /** Every mistake and failure so far: `code: detail`. */
  readonly told: ReadonlySet<string>;
  /** The first of what is bound on an element; null where nothing is, undefined where nobody has looked yet. */
  readonly bindingsOf: Bindings['of'];
  readonly settings: Settings;
  /** What the owner's settings block says under a name. */
  block(name: string): unknown;
  /** Where a file beside `geolet.js` is. */
  fileUrl(path: string): string;
  readonly lazy: LazyParts;
  /** Calls back after each change of the facts. @returns ends it. */
  watch(follow: () => void): () => void;
}

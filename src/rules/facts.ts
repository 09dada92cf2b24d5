import type { VisitorRecord } from '../record/record.ts';
import type { Answer, Groups } from './conditions/clause.ts';
import type { AskedLazily } from './conditions/condition-table.ts';
import type { PageFacts } from './page-facts.ts';
import type { PriceBook, PriceTag, ShownPrice, WrittenList } from './money/price.ts';
import type { Trace } from './trace.ts';

/** What conditions and templates are answered from: what is known, and the services that help to answer. */
export interface Facts extends Services {
  /** Undefined when there is no record: the lookup failed, or consent is missing. */
  readonly record: VisitorRecord | undefined;
  readonly page: PageFacts;
  /** The owner's own groups. */
  readonly groups?: Groups | undefined;
  /** The owner's price book, for `showByPlace`. */
  readonly priceBook?: PriceBook | undefined;
  /** Whether the visitor chose a currency, not only a place that has one. */
  readonly choseCurrency?: boolean | undefined;
  /** What stands beside a template, as far as its placeholders are about it. */
  readonly namedBeside?: NamedBeside | undefined;
}

/** What is in files of its own, which may not be there yet, and what watches the answers. All of it may be missing. */
export interface Services {
  /** Answers conditions that most pages do not have (`lazy-conditions.ts`). Without it they are unknown. */
  readonly askLazy?: AskLazy | undefined;
  /** Fills in placeholders of a delivery plan. Without it they are missing. */
  readonly askDelivery?: AskDelivery | undefined;
  /**
   * Names continents, since no platform does. Undefined: the record's own name; empty: the names are still being
   * fetched.
   */
  readonly continentName?: ((code: string, locale: string) => string | undefined) | undefined;
  /** Shows the price of a list that names places, and what is left of a price. Without it the page stays as written. */
  readonly showByPlace?: ShowByPlace | undefined;
  /** Whether the owner has given rates. Then prices without the visitor's currency are converted, now or soon. */
  readonly hasRates?: (() => boolean) | undefined;
  /** Converts prices. Without it, prices without the visitor's currency stay as written. */
  readonly estimate?: Estimate | undefined;
  /** Texts that `Intl` has written, by all that they depend on. Without it, `Intl` is asked each time. */
  readonly platformTexts?: Map<string, string> | undefined;
  /** Called with each field that an answer needs and that is not known. */
  readonly onMissingField?: ((field: string) => void) | undefined;
  /** Is told what is asked and what it comes to, where an owner wants to know why. */
  readonly traceStep?: Trace | undefined;
}

/** A price list, for `{price-currency}`, and the name of a delivery plan, for placeholders such as `{delivery-to}`. */
export type NamedBeside = ReadonlyArray<string | null | undefined>;

export type AskLazy = (name: AskedLazily, wanted: string, facts: Facts) => Answer;

/** @param locale of the readers; undefined: the text is for machines. */
export type AskDelivery = (word: string, facts: Facts, locale: string | undefined) => string | undefined;

export type ShowByPlace = (tag: PriceTag | WrittenList, facts: Facts, locale: string) => ShownPrice | undefined;

/** Converts the price of a visitor whose currency is not listed. */
export type Estimate = (tag: PriceTag, currency: string, facts: Facts, locale: string) => ShownPrice | undefined;

import type { VisitorRecord } from '../record/record.ts';
import type { Answer, Groups } from './clause.ts';
import type { PageFacts } from './page-facts.ts';
import type { PriceTag, ShownPrice } from './price.ts';

/** What conditions and templates are answered from. */
export interface Facts {
  /** Undefined when there is no record: the look-up failed, or consent is missing. */
  readonly record: VisitorRecord | undefined;
  readonly page: PageFacts;
  /** The owner's own groups. */
  readonly groups?: Groups | undefined;
  /** Answers the rare conditions, which are a file of their own (`rare-conditions.ts`); without it they are unknown. */
  readonly askRare?: AskRare | undefined;
  /** Names continents, which no platform does; undefined for the record's own name, empty while the names are on their way. */
  readonly continentName?: ((code: string, locale: string) => string | undefined) | undefined;
  /** Told of each field that is asked for and not known. */
  readonly lacks?: ((field: string) => void) | undefined;
  /** Converts prices, which is a file of its own; without it those that are not listed stay as written. */
  readonly estimate?: Estimate | undefined;
  /** What `Intl` has written, by all that it depends on; without it that is asked each time. */
  readonly platformTexts?: Map<string, string> | undefined;
}

export type AskRare = (name: RareName, wanted: string, facts: Facts) => Answer;

export type RareName = 'near' | 'local-time' | 'referrer' | 'query';

/** Converts the price of a visitor whose currency is not listed. */
export type Estimate = (tag: PriceTag, currency: string, facts: Facts, locale: string) => ShownPrice | undefined;

import type { VisitorRecord } from '../record/record.ts';
import type { Answer } from './condition.ts';
import type { Groups } from './groups.ts';
import type { Estimate } from './money.ts';

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
  /** Told of each condition and field that is asked for and not known. */
  readonly lacks?: ((name: string) => void) | undefined;
  /** Converts prices, which is a file of its own; without it those that are not listed stay as written. */
  readonly estimate?: Estimate | undefined;
}

export type AskRare = (name: RareName, wanted: string, facts: Facts) => Answer;

export type RareName = 'near' | 'local-time' | 'referrer' | 'query';

/** What the page's own browser knows better than any look-up. Read at the moment of use, never cached. */
export interface PageFacts {
  /** The browser's first language, as a BCP 47 tag. */
  readonly language?: string | undefined;
  /** The browser's time zone, as an IANA name. */
  readonly timezone?: string | undefined;
  /** The moment at which the questions are asked, in milliseconds since 1970. */
  readonly now?: number | undefined;
  /** How far that is from the true time: only where a page is tried at another hour. */
  readonly aheadMs?: number | undefined;
  /** `light` or `dark`. */
  readonly color?: string | undefined;
  /** Where the visitor came from, as a URL; empty or undefined where nothing tells. */
  readonly referrer?: string | undefined;
  /** The page's query string, with or without its question mark; empty where the address has none. */
  readonly query?: string | undefined;
  /** Whether the visitor has been here before this visit. */
  readonly returning?: boolean | undefined;
}

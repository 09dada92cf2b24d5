import type { VisitorRecord } from '../record/record.ts';

/** What conditions and templates are answered from. */
export interface Facts {
  /** Undefined when there is no record: the look-up failed, or consent is missing. */
  readonly record: VisitorRecord | undefined;
  readonly page: PageFacts;
}

/** What the page's own browser knows better than any look-up. Read at the moment of use, never cached. */
export interface PageFacts {
  /** The browser's first language, as a BCP 47 tag. */
  readonly language?: string | undefined;
  /** The browser's time zone, as an IANA name. */
  readonly timezone?: string | undefined;
}

import { attempt } from './attempt.ts';

/** Facts that the page's own browser knows better than any lookup. Read at the moment of use, never cached. */
export interface PageFacts {
  /** The browser's first language, as a BCP 47 tag. */
  readonly language?: string | undefined;
  /** The browser's time zone, as an IANA name. */
  readonly timezone?: string | undefined;
  /** The time at which conditions are answered, in milliseconds since 1970. */
  readonly now?: number | undefined;
  /** How far `now` is ahead of the browser's clock. Only set where that does not count, as on a page tried at another time. */
  readonly aheadMs?: number | undefined;
  /** `light` or `dark`. */
  readonly color?: string | undefined;
  /** Where the visitor came from, as a URL; empty or undefined if it is not known. */
  readonly referrer?: string | undefined;
  /** The path of the page's address, as `pathOf` writes it. */
  readonly path?: string | undefined;
  /** The page's query string, with or without its question mark; empty if the address has none. */
  readonly query?: string | undefined;
  /** Whether the visitor has been here before this visit. */
  readonly returning?: boolean | undefined;
  /** Whether the browser sends Global Privacy Control. A browser without it does not. https://www.w3.org/TR/gpc/ */
  readonly gpc?: boolean | undefined;
}

/** A path as readers see it: without what URLs escape, and without a slash at its end. */
export function pathOf(written: string): string {
  return (attempt(() => decodeURI(written)) ?? written).trim().replace(/(.)\/$/, '$1');
}

import type { Value } from './value.ts';

/** What files beside `geolet.js` make that an element fetches only where it meets one of its rarer attributes. */
export interface RareParts {
  readonly times: ReadTime;
}

/** A `<geo-time>`. */
export interface TimeElement extends Element {
  /** For messages. */
  readonly source: string;
  requestUpdate(): void;
}

export interface TimeReading {
  /** Undefined for "as written". */
  readonly value: Value | undefined;
  /** Undefined where there are no opening hours. */
  readonly open?: boolean;
}

/**
 * Reads what has opening hours, relative words or the clock of a place, and updates the element when a minute has changed that.
 *
 * @param timezone the visitor's.
 * @returns undefined for a mistake, which has been named.
 */
export type ReadTime = (element: TimeElement, timezone: string, locale: string) => TimeReading | undefined;

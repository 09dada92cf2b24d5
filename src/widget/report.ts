import type { Parsed } from '../rules/mistake.ts';
import { attempt } from '../rules/attempt.ts';
import { GeoErrorEvent } from './events.ts';

/**
 * Reports a failure, or a mistake in markup, as a `geo-error` event and on the console: once for each cause. A look-up
 * that fails `again` sends the event again.
 */
export type Report = (code: string, detail: string, again?: boolean) => void;

/** A mistake or failure that was reported. */
export interface Reported {
  readonly code: string;
  readonly detail: string;
}

/** A report in one line. */
export function causeOf({ code, detail }: Reported): string {
  return `${code}: ${detail}`;
}

/** Reports what a parser could not use. @returns what it has read. */
export function valueOf<Value>({ value, mistakes }: Parsed<Value>, report: Report): Value {
  for (const { code, text } of mistakes) report(code, text);
  return value;
}

/** Prints on the console only. */
export function warn(code: string, detail: string): void {
  console.warn(`[geolet] ${code}: ${detail}. What to do: docs/errors.md, or await geolet.explain('${code}')`);
}

/** @param reported collects every cause, for `explain`. */
export function createReport(reported: Map<string, Reported>): Report {
  return (code, detail, again) => {
    const cause = `${code}: ${detail}`;
    // Some pages remove the console.
    if (!reported.has(cause)) attempt(() => warn(code, detail));
    else if (!again) return;
    reported.set(cause, { code, detail });
    // `<img name="dispatchEvent">` shadows the document's own.
    dispatchEvent.call(document, new GeoErrorEvent(code, detail));
  };
}

import type { Parsed } from '../rules/mistake.ts';
import { attempt } from '../rules/attempt.ts';
import { GeoErrorEvent } from './events.ts';

/**
 * Tells of a failure or of a mistake in markup, as a `geo-error` event and on the console: once for each cause, except
 * that a look-up which fails `again` is an event again.
 */
export type Report = (code: string, detail: string, again?: boolean) => void;

/** Reports what a parser could not use. @returns what it has read. */
export function valueOf<Value>({ value, mistakes }: Parsed<Value>, report: Report): Value {
  for (const { code, text } of mistakes) report(code, text);
  return value;
}

/** On the console alone. */
export function warn(code: string, detail: string): void {
  console.warn(`[geolet] ${code}: ${detail}. What to do: docs/errors.md, or await geolet.explain('${code}')`);
}

/** @param told every cause so far, for whoever explains them. */
export function createReport(told: Set<string>): Report {
  return (code, detail, again) => {
    const cause = `${code}: ${detail}`;
    // Some pages take the console away.
    if (!told.has(cause)) attempt(() => warn(code, detail));
    else if (!again) return;
    told.add(cause);
    // `<img name="dispatchEvent">` takes the document's own.
    dispatchEvent.call(document, new GeoErrorEvent(code, detail));
  };
}

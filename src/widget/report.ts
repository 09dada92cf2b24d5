import { attempt } from '../rules/attempt.ts';
import { errorsPage } from './boot/errors-page.built.ts';
import { fire } from './api/events.ts';

/**
 * Reports a failure, or a mistake in markup, as a `geo-error` event and on the console. Each cause is reported once;
 * with `again`, as for a failure, a repeated one fires the event again.
 */
export type Report = (code: string, detail: string, again?: boolean) => void;

/** A mistake or failure that was reported. */
export interface Reported {
  readonly code: string;
  readonly detail: string;
}

/** How many mistakes are reported. A page that is open for days may make one more with each row that it adds. */
export const mostReported = 500;

/** A report in one line. */
export function causeOf({ code, detail }: Reported): string {
  return `${code}: ${detail}`;
}

/** Writes to the console only. */
export function warn(code: string, detail: string): void {
  console.warn(
    `[geolet] ${code}: ${detail}. How to fix it: await geolet.explain('${code}')${errorsPage && ` or ${errorsPage}#${code}`}`,
  );
}

/** @param reported collects the causes, as `code: detail`. Failures, which are few, are always among them. */
export function createReport(reported: Map<string, Reported>): Report {
  return (code, detail, again) => {
    const cause = `${code}: ${detail}`;
    // Some pages remove the console.
    if (!reported.has(cause) && (again || reported.size < mostReported)) attempt(() => warn(code, detail));
    else if (!again) return;
    reported.set(cause, { code, detail });
    fire('geo-error', { code }, detail);
  };
}

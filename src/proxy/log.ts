import { ProxyError } from './proxy-error.ts';

/** Takes one line at a time. Lines carry no address, no header of a visitor and no key. */
export type Log = (line: string) => void;

/** Keeps the keys out of every line, whatever an error's text may hold, and one line in one line. */
export function createSafeLog(log: Log, keys: readonly (string | undefined)[]): Log {
  const withoutKeys = (line: string): string => keys.reduce<string>((text, key) => (key ? text.replaceAll(key, '[key]') : text), line);
  return (line) => log(withoutKeys(line).replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
}

/** Says each thing once. Callers pass sentences of ours, of which there are few. */
export function createWarnOnce(log: Log): Log {
  const said = new Set<string>();
  return (line) => {
    if (said.has(line)) return;
    said.add(line);
    log(line);
  };
}

/** @returns undefined for errors that are the visitor's own doing, or were told before, and would only fill the log. */
export function describeFailure(error: unknown): string | undefined {
  if (!(error instanceof ProxyError)) return ['500', error instanceof Error ? error.stack : 'something that is no error was thrown'].join(' ');
  if (error.status < 500 || error.quiet) return undefined;
  return [`${error.status} ${error.message}`, ...causes(error.cause)].join(' < ');
}

function causes(error: unknown): string[] {
  return error instanceof Error ? [`${error.name}: ${error.message}`, ...causes(error.cause)] : [];
}

import { ProxyError } from './proxy-error.ts';

/** `error`: a visitor went without. `warn`: something that the owner should change. `info`: good to know. */
export type LogLevel = 'info' | 'warn' | 'error';

/** What else is known of a message: the request that it is about. */
export interface LogFields {
  readonly id?: string;
}

/** Takes one message at a time, in one line. Messages carry no address, no header of a visitor but the request's ID, and no key. */
export type Log = (message: string, level: LogLevel, fields?: LogFields) => void;

/** One line of JSON on standard error, as the service writes. */
export const logToStandardError: Log = (message, level, fields) =>
  console.error(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }));

/** Keeps the keys out of every message, whatever an error's text may hold, and one line in one line. */
export function createSafeLog(log: Log, keys: readonly (string | undefined)[]): Log {
  const withoutKeys = (message: string): string =>
    keys.reduce<string>((text, key) => (key ? text.replaceAll(key, '[key]') : text), message);
  return (message, level, ...fields) =>
    log(withoutKeys(message).replace(/[\p{Cc}\u2028\u2029]+/gu, ' '), level, ...fields);
}

/** Says each thing once. Callers pass sentences of ours, of which there are few. */
export function createWarnOnce(log: Log): (message: string) => void {
  const said = new Set<string>();
  return (message) => {
    if (said.has(message)) return;
    said.add(message);
    log(message, 'warn');
  };
}

/** @returns undefined for errors that are the visitor's own doing, or were told before, and would only fill the log. */
export function describeFailure(error: unknown): string | undefined {
  if (!(error instanceof ProxyError))
    return ['500', error instanceof Error ? error.stack : 'something that is no error was thrown'].join(' ');
  if (error.status < 500 || error.quiet) return undefined;
  return [`${error.status} ${error.message}`, ...causes(error.cause)].join(' < ');
}

function causes(error: unknown): string[] {
  return error instanceof Error ? [`${error.name}: ${error.message}`, ...causes(error.cause)] : [];
}

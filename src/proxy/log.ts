import { BoundedMap } from '../http/bounded-map.ts';
import { printable, printError } from '../http/terminal.ts';
import { ProxyError } from './request/proxy-error.ts';

/** `error`: a visitor got no record. `warn`: the owner should change something. `info`: good to know. */
export type LogLevel = 'info' | 'warn' | 'error';

/** What a message is about. */
export interface LogFields {
  /** Of the request. */
  readonly id?: string;
}

/**
 * Takes one message, which is one line. Messages contain no key, no address, and no header of a visitor except the
 * request's ID.
 */
export type Log = (message: string, level: LogLevel, fields?: LogFields) => void;

/** Writes one line of JSON to standard error, in the format of the service. */
export const logToStandardError: Log = (message, level, fields) =>
  printError(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }));

/** Takes keys, line ends and what a terminal obeys out of every message: the text of an error may contain anything. */
export function createSafeLog(log: Log, keys: readonly (string | undefined)[]): Log {
  const withoutKeys = (message: string): string =>
    keys.reduce<string>((text, key) => (key ? text.replaceAll(key, '[key]') : text), message);
  return (message, level, ...fields) =>
    log(printable(withoutKeys(message).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')), level, ...fields);
}

/** Callers pass only our own sentences. Some name the fields of a record, which may be any of them. */
const mostRemembered = 200;

/** Logs each message once. */
export function createWarnOnce(log: Log): (message: string) => void {
  const logged = new BoundedMap<string, true>(mostRemembered);
  return (message) => {
    if (logged.get(message)) return;
    logged.put(message, true);
    log(message, 'warn');
  };
}

/** @returns undefined for errors that the visitor caused or that were logged before: they would only fill the log. */
export function describeFailure(error: unknown): string | undefined {
  if (!(error instanceof ProxyError))
    return ['500', error instanceof Error ? error.stack : 'something was thrown that is not an Error'].join(' ');
  if (error.status < 500 || error.quiet) return undefined;
  const { status, message, fix = '' } = error;
  return [`${status} ${message} ${fix}`.trimEnd(), ...causes(error.cause)].join(' < ');
}

function causes(error: unknown): string[] {
  return error instanceof Error ? [`${error.name}: ${error.message}`, ...causes(error.cause)] : [];
}

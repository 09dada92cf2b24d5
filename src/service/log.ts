import { printError } from '../http/terminal.ts';

type Level = 'info' | 'warn' | 'error';

/**
 * Writes one line of JSON to standard error. Never pass a full address, a key, or a URL that may contain a password.
 */
export function log(message: string, level: Level, fields: Readonly<Record<string, unknown>> = {}): void {
  printError(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }));
}

/** The fields of the log for a thrown value: its stack, its code, and its cause. */
export function described(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { error: String(thrown) };
  const code = 'code' in thrown ? { code: thrown.code } : {};
  return {
    error: thrown.message,
    ...code,
    stack: thrown.stack,
    ...(thrown.cause !== undefined && { cause: described(thrown.cause) }),
  };
}

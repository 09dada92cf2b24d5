type Level = 'info' | 'warn' | 'error';

/** One line of JSON on standard error. Callers name no full address, no key and no URL that may carry a password. */
export function log(message: string, level: Level, fields: Readonly<Record<string, unknown>> = {}): void {
  console.error(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }));
}

/** What the operator needs of a thrown value: its stack, its code, and what caused it. */
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

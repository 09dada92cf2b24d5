import { onTestFinished, vi } from 'vitest';

/** Keeps what the service logs off the terminal, until the end of the test. @returns its lines until now. */
export function keepLog(): () => Record<string, unknown>[] {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  return () => log.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
}

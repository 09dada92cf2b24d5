import { setTimeout as pause } from 'node:timers/promises';
import { listensAt } from './listening-process.ts';

export interface AwaitedProgram {
  /** Where the program says whether it is ready. Undefined where its settings don't say: then it will end by itself. */
  readonly url: URL | undefined;
  /** The program's process, if it is known: then its end ends the wait, too. */
  readonly pid: number | undefined;
  /** Shorter than the 90 s after which systemd gives up. */
  readonly patienceMs?: number;
}

const pauseMs = 100;

/**
 * Waits until a program is ready, as `ExecStartPost` of a unit: so `systemctl start` ends when it is, and with an error
 * when it does not come up.
 *
 * @returns why it is not ready. Undefined: it is.
 */
export async function waitUntilReady({ url, pid, patienceMs = 80_000 }: AwaitedProgram): Promise<string | undefined> {
  const start = performance.now();
  for (;;) {
    const isThere = pid === undefined || isRunning(pid);
    if (!isThere) return 'The program has ended before it was ready. The lines above, which are its own, say why.';
    const reason = await reasonOf(url, pid);
    if (reason === undefined) return undefined;
    if (performance.now() - start > patienceMs)
      return `Not ready after ${Math.round(patienceMs / 1000)} s: ${reason}. The program's log has more.`;
    await pause(pauseMs);
  }
}

/** Where a program listens, for one on the same machine: at an address for all, it is reached by the machine's own. */
export function ownAddress(host: string, port: number, path: string): URL {
  const name =
    new Map([
      ['0.0.0.0', '127.0.0.1'],
      ['::', '::1'],
    ]).get(host) ?? host;
  return new URL(path, `http://${name.includes(':') ? `[${name}]` : name}:${port}`);
}

/** The process that systemd has started. https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#%24MAINPID */
export function mainProcess(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d*$/.test(text) ? Number(text) : undefined;
}

async function reasonOf(url: URL | undefined, pid: number | undefined): Promise<string | undefined> {
  if (url === undefined) return 'its settings are wrong';
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3000), redirect: 'manual' });
    const text = await response.text();
    if (!response.ok) return `${url.href} answers ${response.status} ${text.slice(0, 300).replace(/\p{Cc}+/gu, ' ')}`;
    const isOther = pid !== undefined && listensAt(pid, Number(url.port)) === false;
    return isOther ? `another program answers at ${url.href}` : undefined;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `no answer at ${url.href} (${cause instanceof Error ? cause.message || cause.name : String(cause)})`;
  }
}

/** Signal 0 is sent to nobody. A process of another user can't be signalled, and is there. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

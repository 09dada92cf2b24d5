import { closeSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { log } from './log.ts';

/** For files, databases and what else is no caller's connection. */
const reserved = 100;

/**
 * As many connections as this process may have open and still reach its databases: with no descriptor left, Node closes each new
 * connection without a word. https://github.com/libuv/libuv/blob/v1.x/src/unix/stream.c (uv__emfile_trick)
 */
export function mostConnections(wanted: number, limit = openFilesLimit()): number {
  return limit === undefined ? wanted : Math.min(wanted, Math.max(limit - reserved, Math.floor(limit / 2)));
}

/** What `ulimit -n` says; Node has raised it as far as it may. Known on Linux alone. */
export function openFilesLimit(): number | undefined {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

/** @throws EMFILE or ENFILE when nothing more can be opened. */
export function openDescriptor(): void {
  closeSync(openSync(devNull, 'r'));
}

/** Says once when no descriptor is left and once when there is one again. @returns ends the watch. */
export function watchDescriptors(everyMilliseconds = 1000): () => void {
  let isSpent = false;
  const look = () => {
    try {
      openDescriptor();
      if (isSpent) log('connections and files can be opened again', 'info');
      isSpent = false;
    } catch (error) {
      if (!isSpent) {
        const remedy = 'Raise the limit (ulimit -n, LimitNOFILE= of systemd), or start another copy.';
        log('no more connections or files can be opened; new connections are closed', 'error', { reason: error instanceof Error ? error.message : String(error), remedy });
      }
      isSpent = true;
    }
  };
  const timer = setInterval(look, everyMilliseconds).unref();
  return () => clearInterval(timer);
}

import { closeSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Log } from '../log.ts';

/** For connections to the service, and for files. */
const reserved = 356;

/**
 * As many connections as this process may have open and still ask the service: with no descriptor left, Node closes each new
 * connection without a word. https://github.com/libuv/libuv/blob/v1.x/src/unix/stream.c (uv__emfile_trick)
 *
 * @param each descriptors for one connection of a visitor: two where another server is asked for each.
 */
export function mostConnections(wanted: number, each: 1 | 2, limit = openFilesLimit()): number {
  return limit === undefined ? wanted : Math.min(wanted, Math.floor(Math.max(limit - reserved, limit / 2) / each));
}

/** What `ulimit -n` says; Node has raised it as far as it may. Known on Linux alone. */
function openFilesLimit(): number | undefined {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

/** Whether anything more can be opened. */
export function hasDescriptor(): boolean {
  try {
    closeSync(openSync(devNull, 'r'));
    return true;
  } catch {
    return false;
  }
}

/** Says once when no descriptor is left and once when there is one again. @returns ends the watch. */
export function watchDescriptors(log: Log, everyMs = 1000): () => void {
  let had = true;
  const timer = setInterval(() => {
    const has = hasDescriptor();
    if (had && !has) log('No more connections or files can be opened, and new connections are closed. Raise the limit (ulimit -n, LimitNOFILE= of systemd), or start another copy.', 'error');
    if (!had && has) log('Connections and files can be opened again.', 'info');
    had = has;
  }, everyMs).unref();
  return () => clearInterval(timer);
}

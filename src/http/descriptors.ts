import { closeSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';

interface Needs {
  /** Descriptors that a program needs besides: files, databases, connections to other servers. */
  readonly reserved: number;
  /** Descriptors for one connection: two where another server is asked for each. Default 1. */
  readonly each?: 1 | 2;
}

/**
 * As many connections as this process may take and still do what they ask for: with no descriptor left, Node closes each new
 * connection without a word. https://github.com/libuv/libuv/blob/v1.x/src/unix/stream.c (uv__emfile_trick)
 */
export function mostConnections(wanted: number, { reserved, each = 1 }: Needs, limit = openFilesLimit()): number {
  return limit === undefined ? wanted : Math.min(wanted, Math.floor(Math.max(limit - reserved, limit / 2) / each));
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

/** Whether anything more can be opened. */
export function hasDescriptor(): boolean {
  try {
    openDescriptor();
    return true;
  } catch {
    return false;
  }
}

/**
 * Looks once in a while whether anything more can be opened.
 *
 * @param changed called with false when no descriptor is left, and with true when there is one again.
 * @returns ends the watch.
 */
export function watchDescriptors(changed: (hasOne: boolean) => void, everyMs = 1000): () => void {
  let had = true;
  const timer = setInterval(() => {
    const has = hasDescriptor();
    if (has !== had) changed(has);
    had = has;
  }, everyMs).unref();
  return () => clearInterval(timer);
}

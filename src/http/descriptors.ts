import { closeSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';

/** What file descriptors a program needs. */
export interface DescriptorNeeds {
  /** For other things than connections to it: files, databases, connections to other servers. */
  readonly reserved: number;
  /** File descriptors for each connection: 2 if each needs a connection to another server. Default 1. */
  readonly each?: 1 | 2;
}

/**
 * How many connections this process can accept and serve. Without a free file descriptor, Node closes each new
 * connection without a word. https://github.com/libuv/libuv/blob/v1.x/src/unix/stream.c (uv__emfile_trick)
 */
export function mostConnections(
  wanted: number,
  { reserved, each = 1 }: DescriptorNeeds,
  limit = openFilesLimit(),
): number {
  return limit === undefined ? wanted : Math.min(wanted, Math.floor(Math.max(limit - reserved, limit / 2) / each));
}

/** The limit of `ulimit -n`, which Node has raised as far as it may. @returns undefined on systems other than Linux. */
function openFilesLimit(): number | undefined {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

/** @throws EMFILE or ENFILE if no file descriptor is free. */
export function openDescriptor(): void {
  closeSync(openSync(devNull, 'r'));
}

/** Whether a file descriptor is free. */
export function hasDescriptor(): boolean {
  try {
    openDescriptor();
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks regularly whether a file descriptor is free.
 *
 * @param changed called with false when none is left, and with true when one is free again.
 * @returns a function that ends the checks.
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

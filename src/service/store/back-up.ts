import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OperatorError } from '../operator-error.ts';

/** Other users of the machine must not read whose websites these are. */
const ownerOnly = 0o600;

/** https://www.sqlite.org/fileformat.html#magic_header_string */
const magic = 'SQLite format 3\0';

/**
 * Where a back-up goes: in a folder each day has a file of its own.
 *
 * @param path that the operator named.
 */
export function backUpFile(path: string, today = new Date()): string {
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  return isFolder ? join(path, `geolet-${today.toISOString().slice(0, 10)}.db`) : path;
}

/**
 * Writes a back-up beside its place, and puts it there once it is whole. So an earlier one is there until then, and
 * afterwards, if this one fails.
 *
 * @param store whose back-up it is.
 * @throws OperatorError, also where the file that is there is no back-up.
 */
export async function writeBackUp(
  store: string,
  path: string,
  write: (file: string) => Promise<unknown>,
): Promise<void> {
  const partial = `${resolve(path)}.${process.pid}.part`;
  try {
    refuseStores(store, path);
    if (existsSync(path) && !isStore(path))
      throw new Error('the file that is there is no back-up, and was left as it is: name another');
    rmSync(partial, { force: true });
    closeSync(openSync(partial, 'wx', ownerOnly));
    await write(partial);
    renameSync(partial, path);
  } catch (cause) {
    rmSync(partial, { force: true });
    throw new OperatorError(`${path} can't be written: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** Not even opened: closing it again would drop the locks of this process. See `keepToOwner` in embedded-store.ts. */
function refuseStores(store: string, path: string): void {
  const [there, ...own] = [path, store, `${store}-wal`, `${store}-shm`].map((file) =>
    statSync(file, { throwIfNoEntry: false, bigint: true }),
  );
  if (own.some((file) => file !== undefined && file.ino === there?.ino && file.dev === there.dev))
    throw new Error("it is the store's own file: name another");
  if (existsSync(`${path}-wal`)) throw new Error('a program has that store open: name another');
}

function isStore(path: string): boolean {
  if (!statSync(path).isFile()) return false;
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(magic.length);
    readSync(file, start, 0, start.length, 0);
    return start.toString('latin1') === magic;
  } finally {
    closeSync(file);
  }
}

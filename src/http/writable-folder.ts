import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * The folder, or the nearest one above it where it is not there yet.
 *
 * @throws an Error that says what to do, where it is a file or lies behind one.
 */
export function nearestFolder(directory: string): string {
  let folder = resolve(directory);
  while (!isThere(folder)) folder = dirname(folder);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new Error(`${folder} is not a folder: name another one`);
}

/** A link that leads nowhere is there, too. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether this user can keep files in a folder. One that is not there yet is made later, in the nearest one that is.
 * Changes nothing.
 *
 * @throws an Error that says what to do.
 */
export function checkWritable(directory: string): void {
  const folder = nearestFolder(directory);
  try {
    // The right to look up names in it, too.
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(
      `this user can't write into ${folder} (${cause instanceof Error ? cause.message : String(cause)}): ` +
        'let it belong to the user of the program, or name another folder',
      { cause },
    );
  }
}

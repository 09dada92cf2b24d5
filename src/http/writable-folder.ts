import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Whether this user can keep files in a folder. One that is not there yet is made later, in the nearest one that is.
 * Changes nothing.
 *
 * @throws an Error that says what to do.
 */
export function checkWritable(directory: string): void {
  let folder = resolve(directory);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
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

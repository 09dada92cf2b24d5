import { zipSync } from 'fflate';

/** Packs files by their path. An archive of the same files is the same archive, wherever and whenever it is made. */
export function zip(files: ReadonlyMap<string, Buffer>): Uint8Array {
  return zipSync(Object.fromEntries(files), {
    level: 9,
    // ZIP knows local times only.
    mtime: new Date(2000, 0, 1),
    // Unix, and the rights of a file that everybody may read.
    os: 3,
    attrs: 0o100644 << 16,
  });
}

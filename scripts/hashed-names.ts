import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Gives the lazy files one hash in their names, and writes it into the loaders, so that versions never mix. One hash
 * for all of them: a page takes them from one build, and a hash for each in a loader would weigh more than files that
 * browsers fetch again after a release.
 *
 * @param names of the lazy files, built before the loaders.
 */
export function hashedNames(
  folder: string,
  names: readonly string[],
  loaders: readonly string[],
): { plugin: Plugin; rename(): void } {
  const fileOf = (name: string) => resolve(folder, `geolet-${name}`);

  function hashOfFiles(): string {
    const hash = createHash('sha256');
    for (const name of names) hash.update(readFileSync(`${fileOf(name)}.js`));
    return hash.digest('base64url').slice(0, 8);
  }

  return {
    plugin: {
      name: 'hashed-names',
      applyToEnvironment: ({ name }) => loaders.includes(name),
      renderChunk: (code) => ({ code: code.replaceAll('__HASH__', JSON.stringify(hashOfFiles())), map: null }),
    },
    rename() {
      const hash = hashOfFiles();
      for (const name of names) {
        const file = fileOf(name);
        const script = readFileSync(`${file}.js`, 'utf8');
        writeFileSync(`${file}.js`, script.replace(`geolet-${name}.js.map`, `geolet-${name}.${hash}.js.map`));
        for (const ending of ['js', 'js.map']) renameSync(`${file}.${ending}`, `${file}.${hash}.${ending}`);
      }
    },
  };
}

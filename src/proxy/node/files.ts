import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WidgetFiles } from '../widget-files.ts';
import { KeptFile } from './kept-file.ts';

/** In the repository and in the package alike. In `new URL(…, import.meta.url)` Next.js's bundler would look for a module, and fail. */
const builtFiles = resolve(fileURLToPath(import.meta.url), '../../../../dist');

/**
 * Reads the widget's files from a folder, and follows it when it changes. Names are checked before they come here.
 *
 * @param folder where the build's files are; those of this very version when it is left out.
 */
export function widgetFilesIn(folder = builtFiles): WidgetFiles {
  /** Those alone that are there, since visitors may ask for any number of others; what was asked for last is the last. */
  const kept = new Map<string, KeptFile>();
  const read = async (name: string) => {
    const file = kept.get(name) ?? new KeptFile(join(folder, name));
    const isNew = !kept.delete(name);
    kept.set(name, file);
    const content = await file.read();
    if (content === undefined) kept.delete(name);
    else if (isNew && kept.size > mostKept) kept.delete(kept.keys().next().value ?? name);
    return content;
  };
  return async (name, accepted) => {
    for (const encoding of [...accepted, undefined]) {
      const content = await read(`${name}${endings[encoding ?? 'none']}`);
      if (content !== undefined) return { ...content, encoding };
    }
    return undefined;
  };
}

/** All of one release are fewer, with a flag and a file of fields for each country. Those of releases that are gone are asked for no more, and forgotten in time. */
const mostKept = 1024;

/** Of the files that the build makes beside each script. */
const endings = { br: '.br', gzip: '.gz', none: '' } as const;

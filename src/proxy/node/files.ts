import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BoundedMap } from '../../http/bounded-map.ts';
import type { WidgetFiles } from '../widget-files.ts';
import { CachedFile } from './cached-file.ts';

/**
 * The same in the repository and in the package. Next.js's bundler takes `new URL(…, import.meta.url)` for an import,
 * and fails.
 */
const builtFiles = resolve(fileURLToPath(import.meta.url), '../../../../dist');

/**
 * More than all files of one release, with a flag and a file of fields for each country. Files of earlier releases are
 * not requested any more and drop out in time.
 */
const maxFiles = 1024;

/** The build writes these files beside each script. */
const extensions = { br: '.br', gzip: '.gz', none: '' } as const;

/**
 * Reads the widget's files from a folder, and reads them again when they change. Names are checked before they come
 * here.
 *
 * @param folder the folder of the build. Default the one of this version.
 */
export function widgetFilesIn(folder = builtFiles): WidgetFiles {
  /**
   * Keeps only files that exist, since visitors may ask for any number of others. The last one that was requested is
   * the youngest.
   */
  const files = new BoundedMap<string, CachedFile>();
  const read = async (name: string) => {
    const known = files.get(name);
    const file = known ?? new CachedFile(join(folder, name));
    files.put(name, file);
    const content = await file.read();
    if (content === undefined) files.delete(name);
    else if (known === undefined && files.size > maxFiles) files.deleteOldest();
    return content;
  };
  return async (name, accepted) => {
    for (const encoding of [...accepted, undefined]) {
      const content = await read(`${name}${extensions[encoding ?? 'none']}`);
      if (content !== undefined) return { ...content, encoding };
    }
    return undefined;
  };
}

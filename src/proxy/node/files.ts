import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WidgetFiles } from '../widget-files.ts';

/** In the repository and in the package alike. */
const builtFiles = fileURLToPath(new URL('../../../dist', import.meta.url));

/**
 * Reads the widget's files from a folder. Names are checked before they come here.
 *
 * @param folder where the build's files are; those of this very version when it is left out.
 */
export function widgetFilesIn(folder = builtFiles): WidgetFiles {
  return async (name, accepted) => {
    for (const encoding of [...accepted, undefined]) {
      const body = await readFile(join(folder, `${name}${endings[encoding ?? 'none']}`)).catch(() => undefined);
      if (body !== undefined) return { body: new Uint8Array(body), etag: etagOf(body), encoding };
    }
    return undefined;
  };
}

/** Of the files that the build makes beside each script. */
const endings = { br: '.br', gzip: '.gz', none: '' } as const;

function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
}

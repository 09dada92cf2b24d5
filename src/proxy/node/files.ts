import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WidgetFiles } from '../widget-files.ts';

/** Reads the widget's files from the folder that the build writes. Names are checked before they come here. */
export function widgetFilesIn(folder: string): WidgetFiles {
  return async (name) => {
    const body = await readFile(join(folder, name)).catch(() => undefined);
    if (body === undefined) return undefined;
    return { body: new Uint8Array(body), etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"` };
  };
}

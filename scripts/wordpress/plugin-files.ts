import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = 'integrations/wordpress';

/** What the plugin consists of: its own files, the widget's, and the licence of both. By path in the archive. */
export function pluginFiles(widget: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>([['geolet/LICENSE', readFileSync('LICENSE')]]);
  for (const name of filesIn(source))
    if (name !== 'README.md') files.set(`geolet/${name}`, readFileSync(join(source, name)));
  // WordPress's web server compresses by itself, and does not know these forms.
  for (const name of filesIn(widget))
    if (!/\.(br|gz|map)$/.test(name)) files.set(`geolet/widget/${name}`, readFileSync(join(widget, name)));
  return files;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

const table = 'src/widget/boot/lazy-file-entries.ts';

/**
 * The entry of each lazy file, by its name. Read from the table's text: importing it would make the bundler of the
 * configuration follow its imports.
 *
 * @throws an Error for a row that cannot be read.
 */
export function lazyFilePaths(): Readonly<Record<string, string>> {
  const source = readFileSync(new URL(`../${table}`, import.meta.url), 'utf8');
  const rows = [...source.matchAll(/^ {2}'?([\w-]+)'?: \(\) => import\('([^']+)'\),$/gm)];
  const importCount = source.split('import(').length - 1;
  if (rows.length === 0 || rows.length !== importCount)
    throw new Error(`${table}: write each row as "  name: () => import('./file.ts'),", on one line.`);
  return Object.fromEntries(rows.map(([, name = '', path = '']) => [name, posix.join(posix.dirname(table), path)]));
}

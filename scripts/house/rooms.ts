import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder of `src`, with what lies below it. */
export interface Room {
  readonly name: string;
  readonly files: number;
  readonly lines: number;
  /** The rooms that it imports, and by how many imports. */
  readonly imports: ReadonlyMap<string, number>;
}

/** The rooms below a folder: each folder in it is one, and the files beside them are one more, by the folder's own name. */
export function roomsBelow(folder: string): readonly Room[] {
  const files = sourcesIn(folder).map((file) => ({ file, source: readFileSync(file, 'utf8') }));
  const roomOf = (file: string) => {
    const [first = '', ...rest] = file.slice(folder.length + 1).split('/');
    return rest.length > 0 ? first : lastOf(folder);
  };
  return [...new Set(files.map(({ file }) => roomOf(file)))].sort().map((name) => {
    const own = files.filter(({ file }) => roomOf(file) === name);
    const targets = own
      .flatMap(({ file, source }) => importsOf(file, source))
      .filter((target) => target.startsWith(`${folder}/`))
      .map(roomOf)
      .filter((room) => room !== name);
    const imports = new Map(
      [...new Set(targets)].sort().map((room) => [room, targets.filter((target) => target === room).length]),
    );
    const lines = own.reduce((sum, { source }) => sum + source.split('\n').length - 1, 0);
    return { name, files: own.length, lines, imports };
  });
}

/** As a diagram that Markdown shows: an arrow from who imports to what is imported. */
export function drawRooms(rooms: readonly Room[]): string {
  const boxes = rooms.map(({ name, files, lines }) => `  ${name}["${name}<br>${files} files, ${lines} lines"]`);
  const arrows = rooms.flatMap(({ name, imports }) => [...imports.keys()].map((target) => `  ${name} --> ${target}`));
  return ['```mermaid', 'flowchart TD', ...boxes, ...arrows, '```'].join('\n');
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((name) => /\.(ts|css)$/.test(name) && !/node_modules|\.generated\.|\/service\/lib\//.test(name));
}

function importsOf(file: string, source: string): readonly string[] {
  return [...source.matchAll(/(?:from |import |import\()'(\.[^']+)'/g)].map(([, specifier = '']) =>
    join(dirname(file), specifier).replaceAll('\\', '/'),
  );
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

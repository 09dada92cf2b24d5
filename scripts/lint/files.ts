import { readdirSync, readFileSync } from 'node:fs';

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

const skipped = /(^|\/)(node_modules|dist|lib|results|fixtures|\.[^/]+|test-results)(\/|$)/;
const readable = /\.(ts|js|mjs|mts|php|html|css|md|txt|ya?ml|service|json)$/;
const folders = [
  '.ci',
  '.github',
  'bench',
  'demo',
  'deploy',
  'docs',
  'examples',
  'integrations',
  'scripts',
  'src',
  'test',
];

/** All that people write and read in this repository. */
export const texts: readonly TextFile[] = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  .concat(readdirSync('.'))
  .filter((path) => (readable.test(path) || path.startsWith('.ci/')) && !skipped.test(path.replace(/^\./, '')))
  .filter((path) => !/\.generated\.|package-lock/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** The programs themselves. */
export const sources: readonly TextFile[] = texts.filter(({ path }) => /^src\/.*\.ts$/.test(path));

export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g, '');
}

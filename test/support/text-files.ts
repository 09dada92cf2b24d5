import { readdirSync } from 'node:fs';

const skipped = /(^|\/)(node_modules|dist|lib|results|fixtures|\.[^/]+|test-results)(\/|$)/;
const readable = /\.(ts|js|mjs|mts|php|html|css|md|txt|ya?ml|service|json)$/;
const folders = ['.ci', 'bench', 'demo', 'deploy', 'docs', 'examples', 'integrations', 'scripts', 'src', 'test'];

/** All that people write and read in this repository, by its path. */
export const textFiles: readonly string[] = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  .concat(readdirSync('.'))
  .filter((name) => (readable.test(name) || name.startsWith('.ci/')) && !skipped.test(name.replace(/^\./, '')))
  .filter((name) => !/\.generated\.|package-lock/.test(name));

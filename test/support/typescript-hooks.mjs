import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const cache = new URL('../../.cache/typescript/', import.meta.url);

/** Gives Node the JavaScript of a TypeScript file, and tables of data, which the sources import as bundlers do. */
export function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !/\.(ts|json)$/.test(url)) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const source = path.endsWith('.ts') ? javaScriptOf(path) : `export default ${readFileSync(path, 'utf8')};`;
  return { format: 'module', source, shortCircuit: true };
}

function javaScriptOf(path) {
  const source = readFileSync(path, 'utf8');
  const name = createHash('sha256').update(path).update('\0').update(source).digest('hex');
  const kept = new URL(`${name}.js`, cache);
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const code = transform(path, source);
    mkdirSync(cache, { recursive: true });
    // Under a name of its own until it is whole: other programs that start may read it at any time.
    const unfinished = new URL(`${name}.${process.pid}`, cache);
    writeFileSync(unfinished, code);
    renameSync(unfinished, kept);
    return code;
  }
}

function transform(path, source) {
  // Most programs find every file in the cache, and need no compiler.
  const { transformSync } = createRequire(import.meta.url)('@swc/core');
  return transformSync(source, {
    filename: path,
    configFile: false,
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript' },
      transform: { verbatimModuleSyntax: true },
    },
  }).code;
}

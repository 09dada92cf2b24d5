import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const cache = new URL('../../.cache/typescript/', import.meta.url);

/** Gives Node the JavaScript of a TypeScript file, and tables of data, which the sources import as bundlers do. */
export function load(url, context, nextLoad) {
  if (!/^file:.*\.(ts|json)$/.test(url) || url.includes('/node_modules/')) return nextLoad(url, context);
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
    keep(kept, code);
    return code;
  }
}

function keep(kept, code) {
  // Under a name of its own until it is whole: other programs that start may read it at any time.
  const unfinished = new URL(`${kept.href}.${process.pid}`);
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(unfinished, code);
    renameSync(unfinished, kept);
  } catch {
    // Tests take files and disks away from programs. The next one compiles it again.
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

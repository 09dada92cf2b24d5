import { dirname, resolve } from 'node:path';
import MagicString from 'magic-string';
import { build, type BuildEnvironmentOptions, type ESTree, parseAst, type Plugin, type Rolldown } from 'vite';
import { builtValues } from './built-values.ts';

const ending = '?as-function';

interface Options {
  /** Which of the imported modules stay outside, because the file around the function has them, too. */
  isShared(path: string): boolean;
  readonly build: BuildEnvironmentOptions;
}

/**
 * `import openFile from './file.ts?as-function'` gives a function that runs the module, and what it imports, when it is
 * called, and returns its default export: nothing of it runs before.
 */
export function moduleAsFunction(options: Options): Plugin {
  return {
    name: 'module-as-function',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.endsWith(ending)) return undefined;
      const module = await this.resolve(id.slice(0, -ending.length), importer);
      return module && { id: module.id + ending };
    },
    async load(id) {
      if (!id.endsWith(ending)) return undefined;
      const { code, map, fileName } = await bundle(id.slice(0, -ending.length), options);
      if (!map) return { code };
      const folder = dirname(resolve('dist', fileName));
      return { code, map: { ...map, sources: map.sources.map((source) => resolve(folder, source)) } };
    },
  };
}

async function bundle(entry: string, { isShared, build: options }: Options): Promise<Rolldown.OutputChunk> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [sharedOutside(isShared), builtValues(), wrapper()],
    build: {
      ...options,
      outDir: 'dist',
      write: false,
      sourcemap: true,
      rolldownOptions: { ...options.rolldownOptions, input: entry },
    },
  });
  const [chunk] = [result].flat().flatMap((built) => ('output' in built ? built.output : []));
  if (chunk?.type !== 'chunk') throw new Error(`${entry} makes no script`);
  return chunk;
}

function sharedOutside(isShared: (path: string) => boolean): Plugin {
  return {
    name: 'shared-outside',
    enforce: 'pre',
    async resolveId(id, importer) {
      const module = importer === undefined ? null : await this.resolve(id, importer, { skipSelf: true });
      return module && isShared(module.id) ? { id: module.id, external: 'absolute' } : undefined;
    },
  };
}

/** Imports stay outside of the function; the default export becomes what it returns. */
function wrapper(): Plugin {
  return {
    name: 'as-function',
    renderChunk(code) {
      const { body } = parseAst(code);
      const importsEnd = body.findLast(({ type }) => type === 'ImportDeclaration')?.end ?? 0;
      const wrapped = new MagicString(code).appendLeft(importsEnd, '\nexport default function () {').append('\n}\n');
      for (const node of body)
        if (node.type === 'ExportNamedDeclaration') wrapped.update(node.start, node.end, `return ${exported(node)};`);
      return { code: wrapped.toString(), map: wrapped.generateMap({ hires: true }) };
    },
  };
}

function exported({ specifiers }: ESTree.ExportNamedDeclaration): string {
  const [only] = specifiers;
  if (specifiers.length !== 1 || only?.local.type !== 'Identifier') throw new Error('A default export, and no other');
  return only.local.name;
}

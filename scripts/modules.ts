import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { builtValues } from './built-values.ts';

interface Modules {
  /** The folder of the package's description: what it depends on stays outside. */
  readonly packageFolder: string;
  /** What `exports` and `bin` of the package lead to. */
  readonly entries: readonly string[];
  /** Makes the declarations, in the same folder as the modules. */
  readonly typeScriptConfiguration: string;
}

/**
 * Builds `lib/` of a package: one JavaScript module for each of our sources, as it was written but for its types, and
 * the declarations beside it. Bundlers take what is imported, and readers find what they know.
 */
export async function buildModules({ packageFolder, entries, typeScriptConfiguration }: Modules): Promise<void> {
  const lib = join(packageFolder, 'lib');
  const { version, dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(packageFolder, 'package.json'), 'utf8'),
  ) as Record<string, object> & { version: string };
  const external = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  await build({
    configFile: false,
    logLevel: 'warn',
    appType: 'custom',
    publicDir: false,
    plugins: [builtValues(), keepImports()],
    define: { __VERSION__: JSON.stringify(version) },
    // What the package does not depend on is built in.
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'es2022',
      outDir: resolve(lib),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        // The modules that run now take their time.
        checks: { pluginTimings: false },
        input: [...entries],
        external: (id) => id.startsWith('node:') || external.some((name) => id === name || id.startsWith(`${name}/`)),
        output: {
          format: 'es',
          preserveModules: true,
          preserveModulesRoot: 'src',
          entryFileNames: fileName,
          chunkFileNames: fileName,
        },
      },
    },
  });
  if (
    spawnSync('tsc', ['-p', typeScriptConfiguration], { stdio: 'inherit', shell: process.platform === 'win32' })
      .status !== 0
  )
    process.exit(1);
  for (const name of readdirSync(lib, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.d.ts')) nameBuiltFiles(join(lib, name));
}

/** Packages that are built in stand in a folder of their own: npm would leave out one called `node_modules`. */
function fileName({ name }: { readonly name: string }): string {
  return `${name.replace(/^.*node_modules\//, 'packages/')}.js`;
}

/** `sideEffects` of package.json is about the built files. It must not remove parts of the sources. */
export function keepImports(): Plugin {
  return {
    name: 'keep-imports',
    enforce: 'post',
    transform: (code, id) => (id.includes('/node_modules/') ? null : { code, map: null, moduleSideEffects: true }),
  };
}

/** Declarations keep the names of the sources they were made from, which are not in the package. */
function nameBuiltFiles(declaration: string): void {
  const text = readFileSync(declaration, 'utf8');
  writeFileSync(declaration, text.replaceAll(/((?:from|import) |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2'));
}

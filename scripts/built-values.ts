import { type Plugin, runnerImport } from 'vite';

/** Runs modules named `*.built.ts` at build time. The built files get the values that they export. */
export function builtValues(): Plugin {
  return {
    name: 'built-values',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('.built.ts')) return undefined;
      const { module } = await runnerImport<Record<string, unknown>>(id);
      return Object.entries(module)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

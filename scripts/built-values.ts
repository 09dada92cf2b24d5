import { type Plugin, runnerImport } from 'vite';

/** Modules named `*.built.ts` run now; what is built gets the values they export and not what they were made from. */
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

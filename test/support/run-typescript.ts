/**
 * Arguments of Node that start a program from its TypeScript source: `[...runTypeScript, 'src/proxy/node.ts']`. It takes
 * half of the processor time of `--import tsx`, of which the tests start hundreds.
 */
export const runTypeScript: readonly string[] = ['--import', new URL('./typescript-loader.mjs', import.meta.url).href];

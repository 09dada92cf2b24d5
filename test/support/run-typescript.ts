/**
 * Arguments of Node that start a program from its TypeScript source: `[...runTypeScript, 'src/adapters/node.ts']`. It takes
 * two thirds of the processor time of `--import tsx`, and tests start programs all the time.
 */
export const runTypeScript: readonly string[] = ['--import', new URL('./typescript-loader.mjs', import.meta.url).href];

import { createRequire } from 'node:module';

// In this process: else recheck asks for programs of its own, in Java or for one kind of machine.
process.env['RECHECK_BACKEND'] = 'pure';

/** What recheck finds out. https://makenowjust-labs.github.io/recheck/docs/usage/diagnostics */
export type Diagnostics =
  | { readonly status: 'safe' | 'unknown' }
  | {
      readonly status: 'vulnerable';
      readonly complexity: { readonly type: 'polynomial' | 'exponential'; readonly summary: string };
      /** The text on which it takes long: each prefix with its pump any number of times, and the suffix. */
      readonly attack: {
        readonly pumps: ReadonlyArray<{ readonly prefix: string; readonly pump: string }>;
        readonly suffix: string;
      };
    };

/** The package of this folder, whose types would make the repository's type check fail wherever it is not installed. */
export const { checkSync } = createRequire(import.meta.url)('recheck') as {
  checkSync(source: string, flags: string, options: { readonly timeout: number }): Diagnostics;
};

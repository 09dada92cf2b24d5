import { createRequire } from 'node:module';

// In this process: else recheck asks for programs of its own, in Java or for one kind of machine.
process.env['RECHECK_BACKEND'] = 'pure';

/** The package of this folder, whose types would make the repository's type check fail wherever it is not installed. */
export const { checkSync } = createRequire(import.meta.url)('recheck') as {
  checkSync(
    source: string,
    flags: string,
    options: { readonly timeout: number },
  ): { readonly status: 'safe' | 'vulnerable' | 'unknown'; readonly complexity?: { readonly summary: string } };
};

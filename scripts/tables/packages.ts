import { createRequire } from 'node:module';

const requirePackage = createRequire(import.meta.url) as (name: string) => unknown;

/**
 * Reads the data of a pinned package. The caller says its shape: importing the packages' own types would make the
 * repository's type check fail wherever they are not installed.
 */
export function readPackage(name: string): unknown {
  return requirePackage(name);
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';

/** A project of the host's, with a fixture as its function. @returns its folder, for the tests of one file. */
export async function buildFixture(
  fixture: 'vercel' | 'netlify',
  path: string,
  keep: (end: () => void) => void,
): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, ssr: new URL(`fixtures/${fixture}.ts`, import.meta.url).pathname, target: 'es2022' },
    ssr: { noExternal: true, target: 'webworker' },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const [chunk, ...others] = output !== undefined && 'output' in output ? output.output : [];
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${fixture} did not become one file`);
  const folder = mkdtempSync(join(tmpdir(), `geolet-${fixture}-`));
  keep(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, chunk.code);
  return folder;
}

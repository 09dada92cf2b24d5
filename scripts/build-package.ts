/** Makes `lib/`: the modules, their types, and what editors and frameworks read. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

await build({ configFile: 'vite.package.config.ts', logLevel: 'warn' });
if (spawnSync('tsc', ['-p', 'tsconfig.package.json'], { stdio: 'inherit', shell: process.platform === 'win32' }).status !== 0) process.exit(1);
for (const name of readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'))) nameBuiltFiles(join('lib', name));

/** Declarations keep the names of the sources they were made from, which are not in the package. */
function nameBuiltFiles(declaration: string): void {
  const text = readFileSync(declaration, 'utf8');
  writeFileSync(declaration, text.replaceAll(/((?:from|import) |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2'));
}

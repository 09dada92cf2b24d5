/** `npm run build:package` makes `lib/`: the modules, their types, and what editors and frameworks read. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { customElementsManifest } from './reference/custom-elements.ts';
import { htmlCustomData, webTypes } from './reference/editor-data.ts';
import { readElementDocs } from './reference/element-docs.ts';
import { elementDeclaration, elementTypes } from './reference/element-types.ts';
import { readBindingDocs, readConditionDocs } from './reference/markup-docs.ts';
import { readSettingDocs } from './reference/setting-docs.ts';

await build({ configFile: 'vite.package.config.ts', logLevel: 'warn' });
if (spawnSync('tsc', ['-p', 'tsconfig.package.json'], { stdio: 'inherit', shell: process.platform === 'win32' }).status !== 0) process.exit(1);
for (const name of readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'))) nameBuiltFiles(join('lib', name));
describeElements();

/** Declarations keep the names of the sources they were made from, which are not in the package. */
function nameBuiltFiles(declaration: string): void {
  const text = readFileSync(declaration, 'utf8');
  writeFileSync(declaration, text.replaceAll(/((?:from|import) |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2'));
}

function describeElements(): void {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const elements = readElementDocs();
  const conditions = readConditionDocs();
  const bindings = readBindingDocs();
  writeJson('lib/custom-elements.json', customElementsManifest(elements, conditions));
  writeJson('lib/html-custom-data.json', htmlCustomData(elements, conditions, bindings, readSettingDocs()));
  writeJson('lib/web-types.json', webTypes(version, elements, conditions, bindings));
  mkdirSync('lib/library/types', { recursive: true });
  for (const name of readdirSync('src/library/types')) copyFileSync(join('src/library/types', name), join('lib/library/types', name));
  writeFileSync('lib/library/types/elements.d.ts', elementTypes(elements, conditions));
  for (const { tag } of elements) writeFileSync(`lib/library/elements/${tag}.d.ts`, elementDeclaration(tag));
  // `import 'geolet/types/react'` stays in what a compiler leaves to a bundler, which must find a module there; esbuild warns unless
  // `sideEffects` names it.
  for (const name of readdirSync('lib/library/types')) writeFileSync(join('lib/library/types', name.replace('.d.ts', '.js')), 'export {};\n');
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

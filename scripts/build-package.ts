/** `npm run build:package` makes `lib/`: the modules, their types, and what editors and frameworks read. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildLibrary } from './build-library.ts';
import { buildModules } from './modules.ts';
import { customElementsManifest } from './reference/custom-elements.ts';
import { htmlCustomData, webTypes } from './reference/editor-data.ts';
import { readElementDocs } from './reference/element-docs.ts';
import { elementDeclaration, elementTypes } from './reference/element-types.ts';
import { readBindingDocs, readConditionDocs } from './reference/markup-docs.ts';
import { readSettingDocs } from './reference/setting-docs.ts';

await buildModules({
  packageFolder: '.',
  entries: [
    'src/frameworks/react.ts',
    'src/frameworks/vue.ts',
    'src/frameworks/svelte.ts',
    'src/proxy/proxy.ts',
    'src/adapters/node/index.ts',
    'src/adapters/workers/index.ts',
    'src/adapters/vercel/index.ts',
    'src/adapters/netlify/index.ts',
    'src/pages/server/index.ts',
    'src/testing/index.ts',
    'src/command-line/main.ts',
    'src/doctor/for-owners/check-worker.ts',
  ],
  typeScriptConfiguration: 'tsconfig.package.json',
});
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
await buildLibrary('lib/library', version);
describeElements();

function describeElements(): void {
  const elements = readElementDocs();
  const conditions = readConditionDocs();
  const bindings = readBindingDocs();
  writeJson('lib/custom-elements.json', customElementsManifest(elements, conditions));
  writeJson('lib/html-custom-data.json', htmlCustomData(elements, conditions, bindings, readSettingDocs()));
  writeJson('lib/web-types.json', webTypes(version, elements, conditions, bindings));
  mkdirSync('lib/library/types', { recursive: true });
  for (const name of readdirSync('src/library/types'))
    copyFileSync(join('src/library/types', name), join('lib/library/types', name));
  writeFileSync('lib/library/types/elements.d.ts', elementTypes(elements, conditions));
  for (const { tag } of elements) writeFileSync(`lib/library/elements/${tag}.d.ts`, elementDeclaration(tag));
  // `import 'geolet/types/react'` stays in what a compiler leaves to a bundler, which must find a module there; esbuild
  // warns unless `sideEffects` names it.
  for (const name of readdirSync('lib/library/types'))
    writeFileSync(join('lib/library/types', name.replace('.d.ts', '.js')), 'export {};\n');
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** `npm run build:service` makes what `@geolet/service` is packed from: its modules with their types, and its terms. */
import { copyFileSync } from 'node:fs';
import { buildModules } from './modules.ts';

const packageFolder = 'src/service';

await buildModules({
  packageFolder,
  entries: ['src/service/index.ts', 'src/service/command-line/main.ts'],
  typeScriptConfiguration: 'tsconfig.service.json',
});
for (const name of ['LICENSE', 'NOTICE']) copyFileSync(name, `${packageFolder}/${name}`);

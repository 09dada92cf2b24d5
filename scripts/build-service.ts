/**
 * `npm run build:service` makes what `@geolet/service` is packed from: its modules with their types, its table of
 * networks, its terms, and its unit for systemd.
 */
import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildModules } from './modules.ts';

const packageFolder = 'src/service';

await buildModules({
  packageFolder,
  entries: ['src/service/index.ts', 'src/service/command-line/main.ts'],
  typeScriptConfiguration: 'tsconfig.service.json',
});
for (const path of ['LICENSE', 'NOTICE', 'deploy/geolet-service.service'])
  copyFileSync(path, join(packageFolder, basename(path)));
const networks = 'service/geo/networks.generated.mmdb';
copyFileSync(join('src', networks), join(packageFolder, 'lib', networks));

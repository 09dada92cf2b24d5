import { fileURLToPath } from 'node:url';
import { folderResponse } from '../../src/command-line/folder-response.ts';
import { createNodeServer, toNodeListener } from '../../src/adapters/node/index.ts';
import { listen } from '../listen.ts';
import { OperatorError } from '../../src/service/index.ts';
import { startService } from '../service.ts';
import { buildSite } from './build.ts';

const folder = fileURLToPath(new URL('../../site/', import.meta.url));

/** `npm run start:site` builds and serves, `npm run build:site` only builds. */
async function start(): Promise<void> {
  const { upstream, key, stop } = await startService();
  try {
    await buildSite(folder, { upstream, key });
  } finally {
    await stop();
  }
  console.log('The site is in site/. Any host of files can serve it.');
  if (process.argv.includes('--build-only')) return;
  const server = createNodeServer(
    toNodeListener(async (request) => folderResponse(folder, new URL(request.url).pathname)),
  );
  console.log(`\n  It is also at ${await listen(server, 'The site')}\n`);
}

start().catch((error: unknown) => {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
});

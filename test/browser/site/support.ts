import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../../../demo/site/build.ts';
import { folderResponse } from '../../../src/command-line/folder-response.ts';
import { toNodeListener } from '../../../src/proxy/node/listener.ts';
import { listen } from '../../support/loopback.ts';
import { test as base } from '../support/test.ts';

/** The built site on a plain host of files, in a folder of it. No header says anything about pages. */
export const test = base.extend<object, { built: string }>({
  built: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'geolet-site-'));
      await buildSite(join(folder, 'geolet'), {
        upstream: process.env.GEOLET_TEST_UPSTREAM ?? '',
        key: process.env.GEOLET_TEST_KEY ?? '',
      });
      const server = createServer(
        toNodeListener(async (request) => folderResponse(folder, new URL(request.url).pathname)),
      );
      await use(`${await listen(server)}/geolet`);
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

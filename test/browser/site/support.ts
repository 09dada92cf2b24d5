import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../../../demo/site/build.ts';
import { folderResponse } from '../../../src/command-line/folder-response.ts';
import { toNodeListener } from '../../../src/proxy/node/listener.ts';
import { listen } from '../../support/loopback.ts';
import { test as base } from '../support/test.ts';

let folderOf: Promise<string> | undefined;

/** The site, built once in each process. A fixture of the worker would end the worker, and start another one with another browser. */
function builtSite(): Promise<string> {
  return (folderOf ??= build());
}

async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'geolet-site-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await buildSite(join(folder, 'geolet'), {
    upstream: process.env.GEOLET_TEST_UPSTREAM ?? '',
    key: process.env.GEOLET_TEST_KEY ?? '',
  });
  return folder;
}

/** The built site on a plain host of files, in a folder of it. No header says anything about pages. */
export const test = base.extend<{ built: string }>({
  built: [
    async ({}, use) => {
      const folder = await builtSite();
      const server = createServer(
        toNodeListener(async (request) => folderResponse(folder, new URL(request.url).pathname)),
      );
      await use(`${await listen(server)}/geolet`);
      server.close();
      server.closeAllConnections();
    },
    { timeout: 120_000 },
  ],
});

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../../demo/site/build.ts';
import { folderResponse } from '../../src/command-line/folder-response.ts';
import { toNodeListener } from '../../src/proxy/node/listener.ts';
import { listen } from '../support/loopback.ts';
import { startService } from '../support/service.ts';
import { witnessScript } from './page.ts';

const witnessPath = '/witness.js';
let address: Promise<string> | undefined;

/** Builds the project's site when it is first asked for, and serves it until this process ends. @returns its address. */
export function builtSite(): Promise<string> {
  return (address ??= serveSite());
}

async function serveSite(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'geolet-engines-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const service = await startService();
  await buildSite(folder, { upstream: service.url, key: service.key });
  await service.stop();
  const server = createServer(
    toNodeListener(async (request) => {
      const { pathname } = new URL(request.url);
      return pathname === witnessPath ? witnessResponse : withWitness(await folderResponse(folder, pathname));
    }),
  );
  const url = await listen(server);
  server.unref();
  return url;
}

type Response = Awaited<ReturnType<typeof folderResponse>>;

const witnessResponse: Response = {
  status: 200,
  headers: { 'content-type': 'text/javascript' },
  body: witnessScript,
};

/** The policy of the site allows no inline script, so the page gets the witness as a file. */
function withWitness(response: Response): Response {
  if (!response.body || !response.headers['content-type']?.startsWith('text/html')) return response;
  const html = Buffer.from(response.body).toString();
  const { 'content-length': _, ...headers } = response.headers;
  return { ...response, headers, body: html.replace('<head>', `<head><script src="${witnessPath}"></script>`) };
}

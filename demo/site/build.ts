import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { visitorRecords } from '../visits.ts';
import { createNodeTransport } from '../../src/proxy/node/transport.ts';
import { createProxy } from '../../src/proxy/proxy.ts';
import { dataFiles } from './data-files.ts';
import { addresses, pageAt } from './pages.ts';

const source = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** Of the built widget, what a browser fetches. */
const widgetFile = /^geolet[\w.-]*\.js$|^geolet-(?:flags|countries)$/;
const ownAsset = /\.(?:css|js|svg|woff2|html)$|^(?:fonts|pictures|playground)$/;

/** Fields that a proxy keeps back by default, for the nearest of places. */
export const shown = ['latitude', 'longitude'] as const;

/**
 * Writes the site: files that any host can serve, in any folder.
 *
 * @param folder emptied first.
 * @param upstream the service that looks up the visitors whom the pages show, with a key for it.
 */
export async function buildSite(folder: string, { upstream, key }: { upstream: string; key: string }): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const copy = (from: string, to: string, isWanted: RegExp) => {
    for (const name of readdirSync(source(from)).filter((entry) => isWanted.test(entry)))
      cpSync(join(source(from), name), join(folder, to, name), { recursive: true });
  };

  copy('demo/page', '', ownAsset);
  copy('dist', '', widgetFile);
  copy('docs/pictures', 'docs/pictures', /\.jpg$/);
  copy('node_modules/minisearch/dist/es', 'minisearch', /^index\.js$/);
  copy('node_modules/minisearch', 'minisearch', /^LICENSE/);
  for (const [path, value] of Object.entries(dataFiles)) write(path, JSON.stringify(await value()));
  const proxy = createProxy({ upstream, key, transport: createNodeTransport(), limit: 0, expose: shown });
  for (const [id, record] of await visitorRecords(proxy)) write(`visitors/${id}.json`, JSON.stringify(record));

  for (const address of addresses) write(address, (await pageAt(address, { live: false })) ?? '');
}

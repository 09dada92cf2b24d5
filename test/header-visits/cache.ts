import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { geoModule } from '../servers/find-servers.ts';
import { recipeFor } from '../servers/recipe.ts';
import { type RunningFront, startFront } from '../servers/start-front.ts';
import { nginxWith } from '../servers/web-servers.ts';
import { freePort } from '../support/loopback.ts';
import { writeMmdb } from '../support/mmdb-writer.ts';
import { replaceText } from '../support/replace-text.ts';
import { type Place, places, type Visit } from './shop.ts';

export interface Cache extends RunningFront {
  readonly port: number;
}

/**
 * nginx by the recipe of docs/header.md, with a cache that keeps each page for everybody. No machine has addresses in all
 * countries, so the visitor's stands in a header, as behind another server.
 */
export async function startCache(origin: string): Promise<Cache> {
  const port = await freePort();
  const [countryBlock = '', entryBlock = ''] = recipeFor('nginx', 'docs/header.md').blocks;
  const server = nginxWith((own) => {
    const database = join(own, 'countries.mmdb');
    writeFileSync(database, writeMmdb({ databaseType: 'GeoLite2-Country', networks: networks() }));
    return `
  keepalive_requests 1000000;
  ${replaceText(countryBlock, '/var/lib/GeoIP/GeoLite2-Country.mmdb', database)}
  proxy_cache_path ${own}/cache keys_zone=all:1m;
  server {
    listen 127.0.0.1:${port};
    set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;
    proxy_cache all; proxy_cache_valid any 1d; proxy_cache_lock on; proxy_ignore_headers Cache-Control Expires;
    ${entryBlock}
    location / { proxy_pass ${origin}; }
  }`;
  });
  const configuration = (own: string) => `load_module ${geoModule};\n${server.configuration(own)}`;
  return { port, ...(await startFront([{ ...server, configuration }], [{ to: '127.0.0.1', port }])) };
}

/** Half of the visitors of each place by IPv4, the others by IPv6. */
export function addressOf({ number, place }: Visit): string {
  const [at, own] = [places.indexOf(place), Math.floor(number / places.length)];
  return own % 2 ? `2a01:${at.toString(16)}::${own.toString(16)}` : `11.${at}.${(own >> 8) & 255}.${own & 255}`;
}

function networks(): Readonly<Record<string, { readonly country: { readonly iso_code: string } }>> {
  return Object.fromEntries(
    places.flatMap((place: Place, at) =>
      place === undefined
        ? []
        : [`11.${at}.0.0/16`, `2a01:${at.toString(16)}::/32`].map((network) => [
            network,
            { country: { iso_code: place } },
          ]),
    ),
  );
}

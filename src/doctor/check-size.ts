import { gzipSync } from 'node:zlib';
import { type Finding, warning } from './finding.ts';
import type { Reply } from './reply.ts';

/** Smaller files are not geolet.js as it is built. */
const leastBytes = 20_000;

/** Whether something in front takes the compression off: the proxy and every host have compressed files. */
export function checkSize({ headers, text }: Reply, { pathname }: URL): Finding | undefined {
  const bytes = Buffer.byteLength(text);
  if (headers['content-encoding'] !== undefined || bytes < leastBytes) return undefined;
  const kilobytes = (size: number) => Math.round(size / 1000);
  return warning(
    'script',
    `${pathname} comes uncompressed: ${kilobytes(bytes)} kB in place of ${kilobytes(gzipSync(text).length)}.`,
    'Let the server in front pass Accept-Encoding on to the proxy, which has compressed files (nginx: no ' +
      'proxy_set_header Accept-Encoding ""; Apache: no RequestHeader unset Accept-Encoding), or let it compress ' +
      'text/javascript itself (nginx: gzip on; gzip_proxied any; gzip_types text/javascript).',
  );
}

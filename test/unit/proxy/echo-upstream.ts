import type { IncomingHttpHeaders } from 'node:http';
import { type Upstream, startUpstream } from './upstream-server.ts';

/** What a service could know of such a visitor: every field follows from something that it was sent. */
export function recordOf(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    IP: headers['x-visitor-ip'],
    city: `City of ${String(headers['x-visitor-ip'])}`,
    userAgent: headers['user-agent'],
    colorPreference: headers['sec-ch-prefers-color-scheme'],
    language: headers['accept-language'],
    currentPage: headers['referer'],
    referer: headers['x-visitor-referer'],
  };
}

/** A service that is asked through `fetch` or `node:http` and answers each visitor with what it was sent about them. */
export function startEcho(
  headersOf: (record: Record<string, unknown>) => Record<string, string> = () => ({}),
): Promise<Upstream> {
  return startUpstream(({ headers }: { headers: IncomingHttpHeaders }, response) => {
    const record = recordOf(headers);
    response.writeHead(200, headersOf(record)).end(JSON.stringify(record));
  });
}

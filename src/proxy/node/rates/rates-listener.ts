import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { CachedFile } from '../cached-file.ts';

/** Begins like the names of the widget's files, so that web servers pass it on by the same rule. */
export const ratesPath = '/geolet-rates.json';

/** Rates have nothing about a visitor: every page may read them, and every cache may keep them. */
const headers = {
  'content-type': 'application/json',
  'cache-control': 'public, max-age=600',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** Puts the rates before another listener, which gets every other path. */
export function withRates(listener: RequestListener, path: string): RequestListener {
  const file = new CachedFile(path);
  return (incoming, outgoing) => {
    if ((incoming.url ?? '').replace(/\?.*/s, '') !== ratesPath) return listener(incoming, outgoing);
    void respond(file, incoming, outgoing);
  };
}

async function respond(file: CachedFile, { method, headers: asked }: IncomingMessage, outgoing: ServerResponse) {
  if (method !== 'GET' && method !== 'HEAD')
    return outgoing.writeHead(405, { allow: 'GET, HEAD', 'cache-control': 'no-store' }).end();
  const content = await file.read();
  if (content === undefined) return outgoing.writeHead(404, { ...headers, 'cache-control': 'no-store' }).end();
  const isKnown = asked['if-none-match']?.includes(content.etag) ?? false;
  outgoing.writeHead(isKnown ? 304 : 200, { ...headers, etag: content.etag });
  return outgoing.end(isKnown || method === 'HEAD' ? undefined : content.body);
}

import type { NodeRequest } from './node-http.ts';

/** Without its body, which is the page's to read. */
export function toWebRequest(incoming: NodeRequest, signal?: AbortSignal): Request {
  const { method = 'GET', headers } = incoming;
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !name.startsWith(':')) sent.set(name, Array.isArray(value) ? value.join(', ') : value);
  return new Request(urlOf(incoming, sent.get('host') ?? ''), {
    method: /^(GET|HEAD)$/.test(method) ? method : 'POST',
    headers: sent,
    signal: signal ?? null,
  });
}

/** As far as the request names one: Node lets through hosts and targets, such as `a:b@c` and `*`, that make no URL. */
function urlOf({ url = '/', originalUrl, socket }: NodeRequest, host: string): URL {
  const base = `${socket.encrypted === true ? 'https' : 'http'}://${/^[^@/?#\\]+$/.test(host) ? host : 'localhost'}`;
  const target = base + (originalUrl ?? url);
  if (URL.canParse(target)) return new URL(target);
  return new URL(URL.canParse(base) ? base : 'http://localhost');
}

export function pathOf({ url, originalUrl }: NodeRequest): string {
  return (originalUrl ?? url ?? '').replace(/\?.*/s, '');
}

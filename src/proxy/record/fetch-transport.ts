import { toAbortSignal } from './abort-signal-like.ts';
import { BodyCollector } from './body-collector.ts';
import type { Transport } from './transport.ts';

/**
 * The transport for every host that has `fetch`. Redirects are not followed: `fetch` would send the visitor's address
 * along, although it removes `Authorization`. https://github.com/nodejs/undici/issues/4917
 *
 * @param send the platform's `fetch`, or something of the same shape such as a service binding.
 */
export function createFetchTransport(send: typeof fetch = fetch): Transport {
  return async ({ url, headers, maxBodyBytes, signal }) => {
    // An empty one, in case the visitor has none: `fetch` of Node would send its own, and the service would describe
    // that.
    const sent = new Headers({ 'user-agent': '' });
    for (let index = 0; index < headers.length; index += 2) sent.set(headers[index] ?? '', headers[index + 1] ?? '');
    const response = await send(url, { headers: sent, redirect: 'manual', signal: toAbortSignal(signal) });
    const body = new BodyCollector(maxBodyBytes);
    const reader = response.body?.getReader();
    try {
      for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
        body.add(part.value);
    } catch (error) {
      void reader?.cancel().catch(() => undefined);
      throw error;
    }
    return { status: response.status, headers: response.headers, text: body.text() };
  };
}

import type { AskOrigin } from '../front/pages.ts';

/** For every host that has `fetch`. It decodes bodies, so the headers about their encoding are removed. */
export function createFetchOrigin(send: typeof fetch = fetch): AskOrigin {
  return async (url, { method, body, signal }, headers) => {
    const init: RequestInit & { duplex: 'half' } = {
      method,
      headers,
      body,
      signal,
      redirect: 'manual',
      duplex: 'half',
    };
    const response = await send(url, init);
    if (!response.headers.has('content-encoding')) return response;
    const decoded = new Response(response.body, response);
    decoded.headers.delete('content-encoding');
    decoded.headers.delete('content-length');
    return decoded;
  };
}

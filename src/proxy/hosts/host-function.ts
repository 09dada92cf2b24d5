import { toResponse } from '../request/plain-response.ts';
import { createResponder, type ProxyOptions } from '../proxy.ts';
import { defaultPath } from '../options.ts';
import type { Peer } from '../request/visitor-request.ts';

export interface FunctionOptions extends Omit<ProxyOptions, 'trust' | 'trustHeader' | 'upstream'> {
  /**
   * Scheme and host of the visitor-data service. Without it, the record is made of what the host knows, and no key is
   * needed.
   */
  readonly upstream?: string | undefined;
}

/**
 * The proxy as a function of a host: whatever path leads to it, it gives the record. Requests are not
 * shared, since a host may end one request together with everything that it has started.
 */
export function createHostFunction(options: FunctionOptions): (request: Request, peer: Peer) => Promise<Response> {
  const path = options.path ?? defaultPath;
  const respond = createResponder({
    share: false,
    ...options,
    upstream: options.upstream ?? 'host',
    path,
  });
  return async (request, peer) => {
    const { origin } = new URL(request.url);
    const { method, headers, signal } = request;
    return toResponse(await respond({ method, headers, signal, url: origin + path }, peer));
  };
}

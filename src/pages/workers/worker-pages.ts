import { openProxy, type ProxyOptions } from '../../proxy/proxy.ts';
import { toResponse } from '../../proxy/request/plain-response.ts';
import type { Peer } from '../../proxy/request/visitor-request.ts';
import type { PageOptions } from '../front/page-options.ts';
import { createPages } from '../front/pages.ts';
import { createFetchOrigin } from './fetch-origin.ts';

export type WorkerPageOptions = PageOptions;

/** The proxy in front of the owner's pages, which leave written for their visitor. */
export function createWorkerPages(
  options: ProxyOptions,
  pageOptions: WorkerPageOptions,
): (request: Request, peer: Peer) => Promise<Response> {
  const proxy = openProxy(options);
  const pages = createPages(proxy, pageOptions, { askOrigin: createFetchOrigin(), isTrusted: () => false });
  return async (request, peer) =>
    proxy.isOwn(new URL(request.url).pathname) ? toResponse(await proxy.respond(request, peer)) : pages(request, peer);
}

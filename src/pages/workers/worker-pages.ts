import { readOptions } from '../../proxy/options.ts';
import { createEmbedLoader } from '../front/embedded-loader.ts';
import { createFetchOrigin } from './fetch-origin.ts';
import { type PageOptions, readPageOptions } from '../front/page-options.ts';
import { createPageRenderer } from '../front/page-renderer.ts';
import { createPages } from '../front/pages.ts';
import { createResponder, type ProxyOptions } from '../../proxy/proxy.ts';
import type { Peer } from '../../proxy/request/visitor-request.ts';
import { widgetFileName } from '../../proxy/widget-files.ts';
import { toResponse } from '../../proxy/request/plain-response.ts';

export type WorkerPageOptions = PageOptions;

/** The proxy in front of the owner's pages, which leave written for their visitor. */
export function createWorkerPages(
  options: ProxyOptions,
  pageOptions: WorkerPageOptions,
): (request: Request, peer: Peer) => Promise<Response> {
  const { path, files, log } = readOptions(options);
  const settings = readPageOptions(pageOptions);
  const respond = createResponder(options);
  const pages = createPages({
    settings,
    path,
    respond,
    askOrigin: createFetchOrigin(),
    embedLoader: createEmbedLoader(settings, path, files),
    isTrusted: () => false,
    log,
    renderer: createPageRenderer(settings, log),
  });
  return async (request, peer) => {
    const { pathname } = new URL(request.url);
    const isOwn = pathname === path || (files !== undefined && widgetFileName(pathname) !== undefined);
    return isOwn ? toResponse(await respond(request, peer)) : pages(request, peer);
  };
}

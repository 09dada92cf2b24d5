import { readOptions } from '../options.ts';
import { createEmbedLoader } from '../pages/embedded-loader.ts';
import { createFetchOrigin } from '../pages/fetch-origin.ts';
import { type PageOptions, readPageOptions } from '../pages/page-options.ts';
import { createPageMarkup } from '../pages/page-markup.ts';
import { createPages } from '../pages/pages.ts';
import { createResponder, type ProxyOptions } from '../proxy.ts';
import type { Peer } from '../request/visitor-request.ts';
import { widgetFileName } from '../widget-files.ts';
import { createWritePage } from '../pages/write-page.ts';
import { toResponse } from '../request/plain-response.ts';

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
    markup: createPageMarkup(createWritePage(log), settings),
  });
  return async (request, peer) => {
    const { pathname } = new URL(request.url);
    const isOwn = pathname === path || (files !== undefined && widgetFileName(pathname) !== undefined);
    return isOwn ? toResponse(await respond(request, peer)) : pages(request, peer);
  };
}

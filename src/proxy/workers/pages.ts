import { parseRecord } from '../../record/record.ts';
import { describeFailure, type Log } from '../log.ts';
import { readOptions } from '../options.ts';
import { choiceIn } from '../pages/choice-cookie.ts';
import { createEmbedLoader } from '../pages/embedded-loader.ts';
import { createFetchOrigin } from '../pages/fetch-origin.ts';
import { createPageVisit, firstLanguage } from '../pages/markup/page-visit.ts';
import { type PageOptions, readPageOptions } from '../pages/page-options.ts';
import { createPages, type PageMarkup } from '../pages/pages.ts';
import { createResponder, type ProxyOptions } from '../proxy.ts';
import { refuseOption } from '../refuse-option.ts';
import type { Peer } from '../visitor-request.ts';
import { widgetFileName } from '../widget-files.ts';
import type { PageRewriter } from './html-rewriter.ts';
import { rewritePage } from './rewrite-page.ts';
import { rewriteWhole } from './whole-page.ts';
import { toResponse } from '../plain-response.ts';

export interface WorkerPageOptions extends PageOptions {
  /** Whether the page's markup is written for its visitor before it leaves. Default yes. */
  readonly markup?: boolean | undefined;
  /** A cookie in which the widget tells what the visitor has chosen, so that the first frame is right for them too. Default none. */
  readonly choiceCookie?: string | undefined;
}

/** The proxy in front of the owner's pages, which leave written for their visitor. */
export function createWorkerPages(
  options: ProxyOptions,
  pageOptions: WorkerPageOptions,
): (request: Request, peer: Peer) => Promise<Response> {
  const { path, files, log } = readOptions(options);
  const settings = readPageOptions(pageOptions);
  const { markup = true, choiceCookie } = pageOptions;
  if (choiceCookie !== undefined && !/^[\w-]+$/.test(choiceCookie))
    refuseOption('choiceCookie', `is ${JSON.stringify(choiceCookie)}`, 'write a plain name such as geolet_choice');
  const respond = createResponder(options);
  const pages = createPages({
    settings,
    path,
    respond,
    askOrigin: createFetchOrigin(),
    embedLoader: createEmbedLoader(settings, path, files),
    isTrusted: () => false,
    log,
    choiceCookie,
    markup: markup && globalThis.HTMLRewriter ? createMarkup(globalThis.HTMLRewriter, choiceCookie, log) : undefined,
  });
  return async (request, peer) => {
    const { pathname } = new URL(request.url);
    const isOwn = pathname === path || (files !== undefined && widgetFileName(pathname) !== undefined);
    return isOwn ? toResponse(await respond(request, peer)) : pages(request, peer);
  };
}

function createMarkup(Rewriter: new () => PageRewriter, choiceCookie: string | undefined, log: Log): PageMarkup {
  return {
    marks: ` data-geo-edge${choiceCookie === undefined ? '' : ` data-geo-choice-cookie="${choiceCookie}"`}`,
    rewrite(page, request, record) {
      const parsed = parseRecord(JSON.parse(record));
      if (!parsed) return page;
      const { url, headers } = request;
      const choice = choiceCookie === undefined ? undefined : choiceIn(headers, choiceCookie);
      const visit = createPageVisit(parsed, choice, {
        url,
        referrer: headers.get('referer'),
        language: firstLanguage(headers.get('accept-language')),
      });
      const failed = (error: unknown) =>
        log(describeFailure(error) ?? 'A page could not be written for its visitor.', 'error');
      return rewriteWhole(new Rewriter(), page, (readable) =>
        rewritePage(new Rewriter(), readable, { visit, status: choice ? 'override' : 'ready', failed }),
      );
    },
  };
}

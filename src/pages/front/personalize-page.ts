import type { ProxySettings } from '../../proxy/options.ts';
import { sendsPrivacyControl } from '../../record/operations.ts';
import { createEmbedLoader } from './embedded-loader.ts';
import { embeddedRecord, servedRules } from './embedded-record.ts';
import type { PageSettings } from './page-options.ts';
import type { PageRecord } from './page-record.ts';
import { visitorPageHeaders } from './page-response.ts';
import { isInOtherEncoding } from '../stream/declared-encoding.ts';
import { StreamingRewriter } from '../stream/streaming-rewriter.ts';
import type { VisitorRecord } from '../../record/record.ts';
import { createPageContext, firstLanguage } from '../render/page-context.ts';
import { rewriteHtml } from '../render/rewrite-html.ts';
import { chosenRecord } from '../../rules/choice.ts';
import { choiceIn } from './choice-cookie.ts';
import { linkedChoice } from './link-choice.ts';
import { createPageReport, type ReportOnPage } from './page-report.ts';

/**
 * Makes one visitor's page of a page for everybody: with the visitor's record and the loader in its head, its markup
 * written, and headers that keep it out of caches.
 *
 * @param found undefined where no record came in time.
 */
export type PersonalizePage = (page: Response, request: Request, found: PageRecord | undefined) => Promise<Response>;

export function createPersonalizePage(
  settings: PageSettings,
  { path, files, log }: Pick<ProxySettings, 'path' | 'files' | 'log'>,
): PersonalizePage {
  const embedLoader = createEmbedLoader(settings, path, files);
  const report = createPageReport(log);
  const ownRenderer = createPageRenderer(settings, report);
  return async ({ body, status, statusText, headers }, request, found) => {
    const page = new Response(body, { status, statusText, headers: visitorPageHeaders(headers) });
    const loader = request.method === 'GET' ? await embedLoader(headers.get('content-security-policy')) : '';
    const beside = servedRules(settings.rules?.() ?? []) + loader;
    const renderer = isInOtherEncoding(headers) ? undefined : ownRenderer;
    const head = found ? embeddedRecord(found.json, Date.now(), renderer?.marks) + beside : beside;
    if (found && renderer) return renderer.render(page, request, found.record, head);
    const { failed, limited } = report(request.url);
    return new StreamingRewriter(failed, limited, head).transform(page);
  };
}

/** What servers call the address that a visitor has asked them for, where they ask for another one. */
const ownAddress = ['x-original-url', 'x-original-uri', 'x-rewrite-url', 'x-forwarded-uri', 'x-forwarded-prefix'];

function isRewritten({ url, headers }: Request): boolean {
  const { pathname } = new URL(url);
  return ownAddress.some((name) => (headers.get(name) ?? pathname).replace(/[?#].*/, '') !== pathname);
}

/** Renders a page's markup for its visitor on its way. */
export interface PageRenderer {
  /** Attributes of the record's block, for the widget: the page is written already. */
  readonly marks: string;
  /** @param head markup for the page's head, in ASCII. */
  render(page: Response, request: Request, record: VisitorRecord, head?: string): Response;
}

/** @returns undefined where pages are left as written. */
export function createPageRenderer(
  {
    markup,
    choiceCookie,
    choiceParameter,
    priceBook,
    rules,
  }: Pick<PageSettings, 'markup' | 'choiceCookie' | 'choiceParameter' | 'priceBook' | 'rules'>,
  report: ReportOnPage,
): PageRenderer | undefined {
  if (markup === false) return undefined;
  return {
    marks: ` data-geo-edge${choiceCookie === undefined ? '' : ` data-geo-choice-cookie="${choiceCookie}"`}`,
    render(page, request, record, head) {
      const { url, headers } = request;
      const own = choiceCookie === undefined ? undefined : choiceIn(headers, choiceCookie);
      const link = linkedChoice(request, { choiceCookie, choiceParameter });
      const choice = own ?? link;
      const context = createPageContext(
        own ? chosenRecord(link, record) : record,
        choice,
        {
          url,
          isRewritten: isRewritten(request),
          referrer: headers.get('referer'),
          language: firstLanguage(headers.get('accept-language')),
          globalPrivacyControl: sendsPrivacyControl(headers),
        },
        { bindings: markup === true, configuredPrices: priceBook?.(), configuredRules: rules?.() ?? [] },
      );
      const { failed, limited } = report(url);
      const status = choice ? 'override' : 'ready';
      return rewriteHtml(new StreamingRewriter(failed, limited, head), page, { context, status, failed, limited });
    },
  };
}

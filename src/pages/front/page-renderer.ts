import type { VisitorRecord } from '../../record/record.ts';
import type { Log } from '../../proxy/log.ts';
import { createPageContext, firstLanguage } from '../render/page-context.ts';
import { rewriteHtml } from '../render/rewrite-html.ts';
import { StreamingRewriter } from '../stream/streaming-rewriter.ts';
import { choiceIn } from './choice-cookie.ts';
import type { PageSettings } from './page-options.ts';
import { createPageReport } from './page-report.ts';

/** Renders a page's markup for its visitor on its way. */
export interface PageRenderer {
  /** Attributes of the record's block, for the widget: the page is written already. */
  readonly marks: string;
  render(page: Response, request: Request, record: VisitorRecord): Response;
}

/** @returns undefined where pages are left as written. */
export function createPageRenderer(
  { markup, choiceCookie }: Pick<PageSettings, 'markup' | 'choiceCookie'>,
  log: Log,
): PageRenderer | undefined {
  if (markup === false) return undefined;
  const report = createPageReport(log);
  return {
    marks: ` data-geo-edge${choiceCookie === undefined ? '' : ` data-geo-choice-cookie="${choiceCookie}"`}`,
    render(page, request, record) {
      const { url, headers } = request;
      const choice = choiceCookie === undefined ? undefined : choiceIn(headers, choiceCookie);
      const context = createPageContext(record, choice, {
        url,
        referrer: headers.get('referer'),
        language: firstLanguage(headers.get('accept-language')),
      });
      context.bindings = markup === true;
      const { failed, limited } = report(url);
      const status = choice ? 'override' : 'ready';
      return rewriteHtml(new StreamingRewriter(failed, limited), page, { context, status, failed, limited });
    },
  };
}

import type { VisitorRecord } from '../../record/record.ts';
import { createPageContext, firstLanguage } from '../render/page-context.ts';
import { rewriteHtml } from '../render/rewrite-html.ts';
import { StreamingRewriter } from '../stream/streaming-rewriter.ts';
import { choiceIn } from './choice-cookie.ts';
import type { PageSettings } from './page-options.ts';
import type { ReportOnPage } from './page-report.ts';

/** Renders a page's markup for its visitor on its way. */
export interface PageRenderer {
  /** Attributes of the record's block, for the widget: the page is written already. */
  readonly marks: string;
  /** @param head markup for the page's head, in ASCII. */
  render(page: Response, request: Request, record: VisitorRecord, head?: string): Response;
}

/** @returns undefined where pages are left as written. */
export function createPageRenderer(
  { markup, choiceCookie }: Pick<PageSettings, 'markup' | 'choiceCookie'>,
  report: ReportOnPage,
): PageRenderer | undefined {
  if (markup === false) return undefined;
  return {
    marks: ` data-geo-edge${choiceCookie === undefined ? '' : ` data-geo-choice-cookie="${choiceCookie}"`}`,
    render(page, request, record, head) {
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
      return rewriteHtml(new StreamingRewriter(failed, limited, head), page, { context, status, failed, limited });
    },
  };
}

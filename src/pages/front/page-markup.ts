import { parseRecord } from '../../record/record.ts';
import { choiceIn } from './choice-cookie.ts';
import { createPageContext, firstLanguage, type PageContext } from '../render/page-context.ts';
import type { PageSettings } from './page-options.ts';
import type { PageMarkup } from './visitor-page.ts';

/**
 * Writes one page.
 *
 * @param status of the visitor, for `data-visitor-status`.
 */
export type WritePage = (page: Response, context: PageContext, status: 'override' | 'ready') => Response;

/** @returns undefined where pages are left as written. */
export function createPageMarkup(write: WritePage, { markup, choiceCookie }: PageSettings): PageMarkup | undefined {
  if (markup === false) return undefined;
  return {
    marks: ` data-geo-edge${choiceCookie === undefined ? '' : ` data-geo-choice-cookie="${choiceCookie}"`}`,
    rewrite(page, request, record) {
      const parsed = parseRecord(JSON.parse(record));
      if (!parsed) return page;
      const { url, headers } = request;
      const choice = choiceCookie === undefined ? undefined : choiceIn(headers, choiceCookie);
      const context = createPageContext(parsed, choice, {
        url,
        referrer: headers.get('referer'),
        language: firstLanguage(headers.get('accept-language')),
      });
      context.bindings = markup === true;
      return write(page, context, choice ? 'override' : 'ready');
    },
  };
}

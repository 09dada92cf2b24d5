import { parseRecord } from '../../record/record.ts';
import { choiceIn } from './choice-cookie.ts';
import { createPageVisit, firstLanguage, type PageVisit } from './markup/page-visit.ts';
import type { PageMarkup } from './visitor-page.ts';

/**
 * Writes one page.
 *
 * @param status of the visitor, for `data-visitor-status`.
 */
export type WritePage = (page: Response, visit: PageVisit, status: 'override' | 'ready') => Response;

export function createPageMarkup(write: WritePage, choiceCookie: string | undefined): PageMarkup {
  return {
    marks: ` data-geo-edge${choiceCookie === undefined ? '' : ` data-geo-choice-cookie="${choiceCookie}"`}`,
    rewrite(page, request, record) {
      const parsed = parseRecord(JSON.parse(record));
      if (!parsed) return page;
      const { url, headers } = request;
      const choice = choiceCookie === undefined ? undefined : choiceIn(headers, choiceCookie);
      const visit = createPageVisit(
        parsed,
        choice,
        url,
        headers.get('referer'),
        firstLanguage(headers.get('accept-language')),
      );
      return write(page, visit, choice ? 'override' : 'ready');
    },
  };
}

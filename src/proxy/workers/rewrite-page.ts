import { writableAttributes } from '../../rules/sink.ts';
import { wasMark } from '../pages/markup/page-bindings.ts';
import type { PageVisit } from '../pages/markup/page-visit.ts';
import type { PageRewriter } from '../pages/page-rewriter.ts';
import { PageWriting } from './page-writing.ts';

/** What is held until it ends. */
const heldOnes = ['geo-if', 'geo-switch', '[data-geo-text]', '[data-geo-currency]'];

/** What has to be looked at: each element that crosses into JavaScript costs more than all else that is done with it. */
const watched = [
  heldOnes.map((selector) => `${selector}, ${selector} *`),
  'html, base, meta, template, geo-text, geo-currency, script[data-geo-settings], [lang], [data-geo-ignore]',
  ['show', 'hide', 'class', ...writableAttributes].map((name) => `[data-geo-${name}]`),
  `[class*="geo-show-"], [class*="geo-hide-"], [${wasMark}]`,
]
  .flat()
  .join(', ');

/** Whose text has to be read. */
const read = [...heldOnes, 'script[data-geo-settings]'].join(', ');

/**
 * Writes a page's markup for its visitor while the page streams by. An element whose children decide what shows is held until
 * it ends; everything else leaves as it comes. No mistake here may cost the page: what fails stays as written.
 *
 * @param failed told of what should not have happened.
 */
export function rewritePage(
  rewriter: PageRewriter,
  page: Response,
  visit: PageVisit,
  status: string,
  failed: (error: unknown) => void,
): Response {
  const writing = new PageWriting({ visit, status, failed, policy: page.headers.get('content-security-policy') });
  return rewriter
    .on(watched, { element: (element) => writing.element(element) })
    .on(read, { text: ({ text }) => writing.text(text), comments: ({ text }) => writing.comment(text) })
    .onDocument({
      end(end) {
        const rest = writing.rest();
        if (rest) end.append(rest, { html: true });
      },
    })
    .transform(page);
}

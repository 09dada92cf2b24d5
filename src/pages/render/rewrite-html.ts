import { writableAttributes } from '../../rules/markup/sink.ts';
import { offerMark } from '../../rules/offer/offer.ts';
import { originalAttribute } from '../../rules/markup/written.ts';
import type { HtmlRewriter } from '../stream/html-rewriter.ts';
import { VisitorHtml, type VisitorHtmlSettings } from './visitor-html.ts';

/** Elements that are held until they end. */
const heldOnes = [
  'geo-if',
  'geo-switch',
  'geo-optout',
  'geo-text',
  'geo-currency',
  'geo-delivery',
  '[data-geo-text]',
  '[data-geo-currency]',
  '[data-geo-offer]',
];

/** The blocks that the settings may be for. Of their type, only letters are sure to stand in the page as they are. */
const platformsOffers = 'script[type*="ld" i]';

/** Elements that may change. To pass one to JavaScript costs more than everything that is done with it. */
const watched = [
  heldOnes.map((selector) => `${selector}, ${selector} *`),
  'html, base, meta, template, script[data-geo-settings], [lang], [data-geo-ignore]',
  platformsOffers,
  ['show', 'hide', 'class', ...writableAttributes].map((name) => `[data-geo-${name}]`),
  `[class*="geo-show-"], [class*="geo-hide-"], [${originalAttribute}], [${offerMark}]`,
]
  .flat()
  .join(', ');

/** Elements whose text is read. */
const read = [...heldOnes, platformsOffers, 'script[data-geo-settings]'].join(', ');

/**
 * Writes a page's markup for its visitor while the page streams. An element whose children decide what shows is held
 * until it ends; everything else leaves at once. No error may cost the page: what fails stays as written.
 */
export function rewriteHtml(
  rewriter: HtmlRewriter,
  page: Response,
  settings: Omit<VisitorHtmlSettings, 'policy'>,
): Response {
  const html = new VisitorHtml({ ...settings, policy: page.headers.get('content-security-policy') });
  return rewriter
    .on(watched, { wantsAll: () => html.wantsAll, element: (element) => html.element(element) })
    .on(read, {
      wantsAll: () => html.isHolding,
      text: ({ text }) => html.text(text),
      comments: ({ text }) => html.comment(text),
      emptyElements: (tagName) => html.emptyElement(tagName),
    })
    .transform(page);
}

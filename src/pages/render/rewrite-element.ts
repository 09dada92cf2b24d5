import { attributeOf, isElement, type ElementNode, edgeReader } from './nodes.ts';
import { mayHaveBindings } from '../../rules/markup/bindings.ts';
import { namesWithin } from './content-in-place.ts';
import { applyBindings, bindsText } from './written-bindings.ts';
import { applyOffer, hasOffer } from './written-offers.ts';
import { localeIn, type PageContext } from './page-context.ts';
import {
  applyConditional,
  applyValue,
  type ConditionalSettings,
  isConditional,
  isValueElement,
} from './written-elements.ts';

/** Whether an element can only be rewritten once it has ended: its children decide, or its text or shadow tree changes. */
export function needsWhole(element: ElementNode, context: PageContext): boolean {
  return isConditional(element) || isValueElement(element) || bindsText(element) || hasOffer(element, context);
}

/**
 * Rewrites an element that has ended, with everything in it.
 *
 * @param locale the language of the surrounding text.
 */
export function rewriteElement(element: ElementNode, settings: ConditionalSettings, locale: string): void {
  const { tree } = settings;
  const waiting = [{ element, language: locale, around: settings.around, place: tree?.place }];
  // Without recursion: the list grows by what each element has in it.
  for (const { element: next, language, around, place } of waiting) {
    const own = localeOf(next, language, settings.context);
    const within = namesWithin(around, next);
    for (const child of rewriteOne(next, { ...settings, around: within }, own))
      waiting.push({ element: child, language: own, around: within, place: place && tree?.path.enter(child, place) });
  }
}

/** @returns the elements in it that are still to be rewritten. */
function rewriteOne(element: ElementNode, settings: ConditionalSettings, own: string): readonly ElementNode[] {
  if (element.attributes.has('data-geo-ignore')) return [];
  const { context } = settings;
  if (element.rules?.length || mayHaveBindings(edgeReader, element)) applyBindings(element, context, own);
  // The content of a template is not part of the page.
  if (element.tag === 'template') return [];
  if (hasOffer(element, context)) applyOffer(element, context);
  if (isValueElement(element)) applyValue(element, context, own);
  if (isConditional(element)) applyConditional(element, settings);
  // Each of them once, also copies of templates that a switch has put into its case.
  return element.children.filter(isElement);
}

/**
 * The language of an element's text, in the spelling that `Intl` takes: where it names none that can be used, the
 * visitor's, as in their browser.
 */
export function localeOf(element: ElementNode, around: string, { language }: PageContext): string {
  // Most elements have none, and an exception for each of them costs more than all else here.
  if (!element.attributes.has('lang')) return around;
  const own = attributeOf(element, 'lang');
  return (own && localeIn(own)) || language;
}

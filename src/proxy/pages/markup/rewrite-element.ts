import { isElement, type ElementNode } from './nodes.ts';
import { applyBindings, bindsText, isBound } from './page-bindings.ts';
import { applyConditional, isConditional, isValueElement, valueTree } from './page-elements.ts';
import type { PageVisit } from './page-visit.ts';

/** How a page may be rewritten. */
export interface RewriteSettings {
  readonly visit: PageVisit;
  /** The tag that begins a style sheet, or undefined where the page's policy allows none. */
  readonly style: string | undefined;
}

/** Whether it takes all of an element to rewrite it: its children decide, or its text changes. */
export function needsWhole(element: ElementNode): boolean {
  return isConditional(element) || bindsText(element);
}

/**
 * Rewrites an element of which all is there, and everything in it.
 *
 * @param locale of the text around it.
 */
export function rewriteElement(element: ElementNode, settings: RewriteSettings, locale: string): void {
  if (element.attributes.has('data-geo-ignore')) return;
  const { visit, style } = settings;
  const own = localeOf(element, locale);
  if (isBound(element)) applyBindings(element, visit, own);
  // Nothing in a template is part of the page.
  if (element.tag === 'template') return;
  const tree = isValueElement(element) ? valueTree(element, visit, own) : undefined;
  if (tree) element.children.unshift(tree);
  const written = element.children.filter(isElement);
  const copies: ElementNode[] = [];
  if (isConditional(element)) applyConditional(element, visit, style, (copy) => copies.push(copy));
  for (const child of [...written, ...copies]) rewriteElement(child, settings, own);
}

/** In a spelling that `Intl` takes. */
export function localeOf({ attributes }: ElementNode, around: string): string {
  const language = attributes.get('lang');
  // Most elements have none, and an exception for each of them costs more than all else here.
  if (!language) return around;
  try {
    return Intl.getCanonicalLocales(language.replaceAll('_', '-'))[0] ?? around;
  } catch {
    return around;
  }
}

// @guard urls
import { answer } from '../conditions/condition.ts';
import type { Facts } from '../facts.ts';
import { fold } from '../text/fold.ts';
import { showPrice } from '../money/money.ts';
import { fillTemplate, type Template } from '../text/template.ts';
import { checkUrl } from './url.ts';
import type { Binding, UrlContent } from './bindings.ts';
import { evaluateVisibility } from './visibility.ts';

/** The value of `hidden` where a binding has written it. */
export const hiddenByBinding = 'geo';

/** Stands for a URL that data may not write. */
export const unsafe = Symbol('unsafe');

/**
 * What a binding wants to be written.
 *
 * @param locale the language of the element, as a BCP 47 tag.
 * @param baseUrl the document's base URL.
 * @returns undefined for "as written", null for an attribute to be removed (`hidden` of an element that shows), and
 *   `unsafe` for a URL that is refused: then the page stays as written.
 */
export function evaluate(
  { content, when }: Binding,
  facts: Facts,
  locale: string,
  baseUrl: string,
): string | null | undefined | typeof unsafe {
  if (when && !answer(when, facts)) return undefined;
  switch (content.kind) {
    case 'template':
      return fillTemplate(content.template, facts, content.purpose, locale);
    case 'url':
      return evaluateUrl(content, facts, locale, baseUrl);
    case 'prices':
      return showPrice({ prices: content.prices }, facts, locale)?.text;
    case 'classes':
      return content.templates
        .map((template) => classOf(template, facts, locale))
        .filter(Boolean)
        .join(' ');
    case 'visibility':
      break;
  }
  const shows = evaluateVisibility(content.rules, facts);
  if (shows === undefined) return undefined;
  return shows ? null : hiddenByBinding;
}

function classOf(template: Template | undefined, facts: Facts, locale: string): string {
  return fold((template && fillTemplate(template, facts, 'code', locale)) ?? '').replace(/[^a-z0-9_-]+/g, '-');
}

function evaluateUrl(
  { template, sink }: UrlContent,
  facts: Facts,
  locale: string,
  baseUrl: string,
): string | undefined | typeof unsafe {
  const fillWith = (value: string) => template.map((part) => (typeof part === 'string' ? part : value)).join('');
  const check = (url: string) => checkUrl(url, fillWith('0'), sink, baseUrl);
  // Fill in 0, then 1. If the host differs, it depends on visitor data: refuse.
  const hostDependsOnData = check(fillWith('1')) === undefined;
  if (hostDependsOnData) return unsafe;
  const filled = fillTemplate(template, facts, 'url', locale);
  return filled === undefined ? undefined : (check(filled) ?? unsafe);
}

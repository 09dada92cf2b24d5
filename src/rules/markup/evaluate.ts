// @guard urls
import type { Facts } from '../facts.ts';
import { fold } from '../text/normalize.ts';
import { fillTemplate, type Template } from '../text/template.ts';
import type { Sink } from './sink.ts';
import { checkUrl } from './url.ts';

/** The value of `hidden` where a binding has written it. */
export const hiddenByBinding = 'geo';

/** Stands for a URL that data may not write, and for a text that does not say the price that its list is for. */
export const unsafe = false;

/**
 * What is to be written.
 *
 * @param locale the language of the element, as a BCP 47 tag.
 * @param baseUrl the document's base URL.
 * @returns undefined for "as written", null for an attribute to be removed (`hidden` of an element that shows), and
 *   `unsafe` for a URL that is refused: then the page stays as written.
 */
export type Want = (facts: Facts, locale: string, baseUrl: string) => Wanted | typeof unsafe;

/** A value, or what makes it of what the owner wrote. */
export type Wanted = string | null | undefined | ((written: string) => string | null | undefined | typeof unsafe);

/** @param written the owner's text. */
export function valueOf(wanted: Wanted | typeof unsafe, written: string): string | null | undefined | typeof unsafe {
  return typeof wanted === 'function' ? wanted(written) : wanted;
}

/** The classes that templates come to. One without a usable template is left out. */
export function evaluateClasses(templates: readonly (Template | undefined)[], facts: Facts, locale: string): string {
  return templates
    .map((template) => fold((template && fillTemplate(template, facts, 'code', locale)) ?? ''))
    .map((token) => token.replace(/[^a-z0-9_-]+/g, '-'))
    .filter(Boolean)
    .join(' ');
}

/** Fills a URL in and checks it for what it is written to. As written where a field in it is unknown. */
export function wantUrl(template: Template, sink: Exclude<Sink, 'text'>): Want {
  const fillWith = (value: string) => template.map((part) => (typeof part === 'string' ? part : value)).join('');
  return (facts, locale, baseUrl) => {
    const check = (url: string) => checkUrl(url, fillWith('0'), sink, baseUrl);
    // Fill in 0, then 1. If the host differs, it depends on visitor data: refuse.
    const hostDependsOnData = check(fillWith('1')) === undefined;
    if (hostDependsOnData) return unsafe;
    const filled = fillTemplate(template, facts, 'url', locale);
    return filled === undefined ? undefined : (check(filled) ?? unsafe);
  };
}

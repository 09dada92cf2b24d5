import type { Answer } from '../../../rules/clause.ts';
import { answer, any, parseCondition } from '../../../rules/condition.ts';
import { fold } from '../../../rules/fold.ts';
import { parsePrices, showPrice } from '../../../rules/money.ts';
import { mayPutBack } from '../../../rules/put-back.ts';
import { mayBind, sinkOf } from '../../../rules/sink.ts';
import { fillTemplate, parseTemplate } from '../../../rules/template.ts';
import { checkUrl } from '../../../rules/url.ts';
import { attributeOf, decode, type ElementNode, encode, isElement, writeMarkup } from './nodes.ts';
import type { PageVisit } from './page-visit.ts';

/** Of an element: what it was before, as JSON, null for an attribute that was not there. Of a template: the text that was there. */
export const wasMark = 'data-geolet-was';

const prefix = 'data-geo-';

/** What a visitor types into is the widget's to fill in: only it knows whether they have. */
const fields = /^(input|textarea|select)$/;

/** Whether anything on the element asks for a value or an answer. */
export function isBound({ attributes }: ElementNode): boolean {
  for (const name of attributes.keys()) if (name.startsWith(prefix)) return true;
  return /(^|\s)geo-(show|hide)-/i.test(attributes.get('class') ?? '');
}

/** Whether its text is bound, which is known only when all of it is there. */
export function bindsText({ attributes }: ElementNode): boolean {
  return attributes.has('data-geo-text') || attributes.has('data-geo-currency');
}

/**
 * Writes what an element's bindings ask for, as the widget would, and what was there before beside it.
 *
 * @returns whether anything has changed.
 */
export function applyBindings(element: ElementNode, visit: PageVisit, locale: string): boolean {
  if (!visit.bindings || !mayBind(element.tag) || !element.isHtml) return false;
  const limit = attributeOf(element, 'data-geo-when');
  if (
    limit === undefined ||
    (limit !== null && visit.ask((facts) => answer(parseCondition(limit, visit.groups).value, facts)) !== true)
  ) {
    return applyVisibility(element, visit, {});
  }
  const before: Record<string, string | null> = {};
  for (const name of element.attributes.keys()) {
    const text = name.startsWith(prefix) ? attributeOf(element, name) : undefined;
    if (typeof text !== 'string') continue;
    const bound = name.slice(prefix.length);
    if (/^(show|hide|when|ignore|settings)$/.test(bound)) continue;
    if (bound === 'text' || bound === 'currency') applyText(element, bound, text, visit, locale);
    else if (bound === 'class') applyClasses(element, text, visit, locale, before);
    else applyAttribute(element, bound, text, visit, locale, before);
  }
  return applyVisibility(element, visit, before);
}

function applyText(element: ElementNode, bound: string, text: string, visit: PageVisit, locale: string): void {
  if (element.tag === 'textarea' || element.children.some(isElement) || !element.hasEndTag) return;
  const value = visit.ask((facts) => {
    if (bound === 'currency') {
      const prices = parsePrices(text);
      return prices && showPrice({ prices }, facts, locale)?.text;
    }
    const template = parseTemplate(text);
    return template && fillTemplate(template, facts, 'text', locale);
  });
  if (value === undefined) return;
  // In a template, so that a browser reads the text exactly as it would have here.
  const was = `<template ${wasMark}>${writeMarkup(element.children)}</template>`;
  element.children = [
    { kind: 'text', source: encode(value) },
    { kind: 'markup', source: was },
  ];
}

function applyAttribute(
  element: ElementNode,
  name: string,
  text: string,
  visit: PageVisit,
  locale: string,
  before: Record<string, string | null>,
): void {
  const sink = sinkOf(element.tag, name);
  const template = sink && parseTemplate(text);
  if (!sink || !template || (name === 'value' && fields.test(element.tag))) return;
  const probe = (value: string) => template.map((part) => (typeof part === 'string' ? part : value)).join('');
  const expected = probe('0');
  const value = visit.ask((facts) => {
    if (sink === 'text') return fillTemplate(template, facts, name === 'value' ? 'code' : 'text', locale);
    if (checkUrl(probe('1'), expected, sink, visit.base) === undefined) return undefined;
    const filled = fillTemplate(template, facts, 'url', locale);
    return filled === undefined ? filled : checkUrl(filled, expected, sink, visit.base);
  });
  const was = attributeOf(element, name);
  if (value !== undefined && was !== undefined && mayPutBack(element.tag, name, was, visit.base))
    write(element, name, value, before);
}

function applyClasses(
  element: ElementNode,
  text: string,
  visit: PageVisit,
  locale: string,
  before: Record<string, string | null>,
): void {
  const classes = attributeOf(element, 'class');
  const values = text
    .split(/\s+(?![^{]*\})/)
    .filter(Boolean)
    .map((token) =>
      visit.ask((facts) => {
        const template = parseTemplate(token);
        return template && fillTemplate(template, facts, 'code', locale);
      }),
    );
  if (classes === undefined) return;
  const own = (classes ?? '').split(/\s+/).filter(Boolean);
  const added = values
    .map((value) => fold(value ?? '').replace(/[^a-z0-9_-]+/g, '-'))
    .filter((token) => token && !own.includes(token));
  if (added.length) write(element, 'class', [...own, ...added].join(' '), before);
}

function applyVisibility(element: ElementNode, visit: PageVisit, before: Record<string, string | null>): boolean {
  const classes = (attributeOf(element, 'class') ?? '').split(/\s+/).filter(Boolean);
  const conditions: Record<'show' | 'hide', string[]> = { show: [], hide: [] };
  for (const verb of ['show', 'hide'] as const) {
    const text = attributeOf(element, prefix + verb);
    if (typeof text === 'string') conditions[verb].push(text);
  }
  for (const token of classes) {
    const [, verb, target] = /^geo-(show|hide)-([a-z0-9]+)$/i.exec(token) ?? [];
    if ((verb === 'show' || verb === 'hide') && target)
      conditions[verb].push(`${target[2] ? 'group' : 'country'}: ${target}`);
  }
  const visible = visit.ask((facts): Answer => {
    const ask = (text: string) => answer(parseCondition(text, visit.groups).value, facts);
    const shown = conditions.show.length ? any(conditions.show, ask) : true;
    const hidden = conditions.hide.length ? any(conditions.hide, ask) : false;
    return shown === false || hidden === true ? false : shown && hidden === false ? true : undefined;
  });
  const isAsked = conditions.show.length + conditions.hide.length > 0;
  const isHidden = classes.includes('geo-hidden') || element.attributes.has('hidden');
  if (isAsked && visible === true && isHidden) {
    if (classes.includes('geo-hidden'))
      write(element, 'class', classes.filter((token) => token !== 'geo-hidden').join(' ') || null, before);
    if (element.attributes.has('hidden')) write(element, 'hidden', null, before);
  } else if (isAsked && visible === false && !isHidden) write(element, 'hidden', 'geo', before);
  if (Object.keys(before).length) element.attributes.set(wasMark, encode(JSON.stringify(before)));
  return Object.keys(before).length > 0;
}

/** @param value null takes the attribute away. */
function write(element: ElementNode, name: string, value: string | null, before: Record<string, string | null>): void {
  const source = element.attributes.get(name);
  const was = source === undefined ? null : decode(source);
  // What could not be put back is not touched.
  if (was === undefined) return;
  if (!(name in before)) before[name] = was;
  if (value === null) element.attributes.delete(name);
  else element.attributes.set(name, encode(value));
}

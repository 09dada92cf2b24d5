import { type Answer, answer, any, type Condition } from '../../rules/condition.ts';
import type { Facts } from '../../rules/facts.ts';
import { parsePrices, showPrice } from '../../rules/money.ts';
import { mayBind, mayPrefill, sinkOf, writableAttributes } from '../../rules/sink.ts';
import { fillTemplate, parseTemplate } from '../../rules/template.ts';
import { checkUrl, encodeUrlValue } from '../../rules/url.ts';
import type { Report } from '../report.ts';
import { classSlot, classTokens } from './classes.ts';
import { attributeNamesOf, attributeOf, classesOf } from './dom.ts';
import { attributeSlot, type Slot, textSlot, valueSlot } from './slot.ts';
import { visibilitySlot } from './visibility.ts';

/** What one binding wants of its slot. Compiled once for each distinct text, however many elements carry it. */
export interface Directive {
  readonly slot: Slot;
  /** For the console: the attribute as written. */
  readonly source: string;
  /** @returns undefined for "as written". */
  want(facts: Facts, locale: string, current: string | null): string | null | undefined;
}

/** Reads a condition in text form; knows the owner's groups. */
type Parse = (text: string) => Condition;

const prefix = 'data-geo-';
const names = ['text', 'show', 'hide', 'class', 'currency', ...writableAttributes].map((name) => prefix + name);

/** Everything that is bound, except below `data-geo-ignore`, which nothing inside can undo. */
export const boundSelector = `:is([${names.join('],[')}],[class*=geo-show-],[class*=geo-hide-]):not([data-geo-ignore],[data-geo-ignore] *)`;

/** The attributes whose change by others matters: the bindings themselves and what they write. */
export const watchedAttributes = [...names, 'data-geo-when', 'class', 'hidden', ...writableAttributes];

export function createCompiler(parse: Parse, report: Report) {
  const compiled = new Map<string, Directive | undefined>();
  /** The cache lives as long as the page; without the limit a page that makes up templates would grow it for ever. */
  const once = (key: string, make: () => Directive | undefined) => {
    if (compiled.size > 5000) compiled.clear();
    if (!compiled.has(key)) compiled.set(key, make());
    return compiled.get(key);
  };

  return function directivesOf(element: Element): Directive[] {
    const tag = element.localName;
    const found: (Directive | undefined)[] = [];
    const attributes = attributeNamesOf(element).filter((name) => name.startsWith(prefix));
    if (!mayBind(tag) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') {
      report('unsafe-binding', `<${tag} ${attributes.join(' ')}>`);
      return [];
    }
    const when = attributeOf(element, `${prefix}when`) ?? undefined;
    const type = tag === 'input' ? (element as HTMLInputElement).type : '';
    const visibility: string[] = [];
    for (const attribute of attributes) {
      const name = attribute.slice(prefix.length);
      const text = attributeOf(element, attribute) ?? '';
      const source = `<${tag} ${attribute}="${text}">`;
      if (name === 'show' || name === 'hide') visibility.push(`${name} ${text}`);
      else if (name !== 'when' && name !== 'ignore' && name !== 'settings') found.push(once(`${source} ${type} ${when}`, () => compile(tag, name, text, type, when === undefined ? when : parse(when), source, report)));
    }
    for (const token of classesOf(element)) {
      const [, verb, target] = /^geo-(show|hide)-([a-z0-9]+)$/i.exec(token) ?? [];
      // No group is named in two letters; `eu` is the same question either way.
      if (verb && target) visibility.push(`${verb} ${target[2] ? 'group' : 'country'}: ${target}`);
    }
    if (visibility.length) found.push(once(visibility.join('\n'), () => compileVisibility(visibility, parse)));
    return found.filter((directive) => directive !== undefined);
  };
}

function compile(tag: string, name: string, text: string, inputType: string, limit: Condition | undefined, source: string, report: Report): Directive | undefined {
  const make = name === 'currency' ? priceDirective : name === 'class' ? classDirective : templateDirective;
  const made = make(tag, name, text, inputType, source, report);
  if (!made || !limit) return made;
  return { ...made, want: (facts, locale, current) => (answer(limit, facts) ? made.want(facts, locale, current) : undefined) };
}

type Make = (tag: string, name: string, text: string, inputType: string, source: string, report: Report) => Directive | undefined;

const templateDirective: Make = (tag, name, text, inputType, source, report) => {
  const isText = name === 'text';
  const sink = isText ? (tag === 'textarea' ? undefined : 'text') : sinkOf(tag, name);
  const isField = name === 'value' && /^(input|textarea|select)$/.test(tag);
  if (!sink || (isField && tag === 'input' && !mayPrefill(inputType))) {
    report('unsafe-binding', source);
    return undefined;
  }
  const template = parseTemplate(text, (code) => report(code, source));
  if (!template) return undefined;
  const slot = isText ? textSlot : isField ? valueSlot : attributeSlot(name);
  if (sink === 'text') {
    const purpose = name === 'value' ? 'code' : 'text';
    return { slot, source, want: (facts, locale) => fillTemplate(template, facts, purpose, locale) };
  }
  const probe = (value: string) => template.map((part) => (typeof part === 'string' ? part : value)).join('');
  const expected = probe('0');
  // Two values that lead to two hosts: a placeholder stands in one.
  if (checkUrl(probe('1'), expected, sink, document.baseURI) === undefined) {
    report('unsafe-binding', source);
    return undefined;
  }
  return {
    slot,
    source,
    want(facts, locale) {
      const filled = fillTemplate(template, facts, 'code', locale, encodeUrlValue);
      const checked = filled === undefined ? filled : checkUrl(filled, expected, sink, document.baseURI);
      if (filled !== undefined && checked === undefined) report('unsafe-binding', source);
      return checked;
    },
  };
};

const priceDirective: Make = (_tag, _name, text, _type, source, report) => {
  const prices = parsePrices(text);
  if (!prices) report('unusable-prices', source);
  return prices && { slot: textSlot, source, want: (facts, locale) => showPrice({ prices }, facts, locale)?.text };
};

const classDirective: Make = (_tag, _name, text, _type, source, report) => {
  const templates = text.split(/\s+(?![^{]*\})/).filter(Boolean).map((token) => parseTemplate(token, (code) => report(code, source)));
  return { slot: classSlot, source, want: (facts, locale) => classTokens(templates.map((template) => template && fillTemplate(template, facts, 'code', locale))) };
};

/** Any "show" and no "hide", over three answers. */
function compileVisibility(rules: readonly string[], parse: Parse): Directive {
  const conditionsOf = (verb: string) => rules.filter((rule) => rule.startsWith(verb)).map((rule) => parse(rule.slice(5)));
  const shows = conditionsOf('show');
  const hides = conditionsOf('hide');
  return {
    slot: visibilitySlot,
    source: rules.join(', '),
    want(facts, _locale, current) {
      const shown = shows.length ? any(shows, (condition: Condition) => answer(condition, facts)) : true;
      const hidden = hides.length ? any(hides, (condition: Condition) => answer(condition, facts)) : false;
      const visible: Answer = shown === false || hidden === true ? false : shown && hidden === false ? true : undefined;
      return visible === undefined ? undefined : visible ? null : (current ?? '');
    },
  };
}


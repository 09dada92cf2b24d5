import type { Condition } from '../../rules/clause.ts';
import { answer, any } from '../../rules/condition.ts';
import type { Facts } from '../../rules/facts.ts';
import { fold } from '../../rules/fold.ts';
import { parsePrices, showPrice } from '../../rules/money.ts';
import { mayBind, mayPrefill, sinkOf, writableAttributes } from '../../rules/sink.ts';
import { fillTemplate, parseTemplate } from '../../rules/template.ts';
import { checkUrl } from '../../rules/url.ts';
import type { Report } from '../report.ts';
import type { Binding, Directive } from './binding.ts';
import { classSlot } from './classes.ts';
import { attributeNamesOf, attributeOf } from './dom.ts';
import { attributeSlot, type Slot, textSlot, valueSlot } from './slot.ts';
import { hiddenByUs, visibilitySlot } from './visibility.ts';
import { native } from '../native.ts';

const prefix = 'data-geo-';
const showAttribute = `${prefix}show`;
const hideAttribute = `${prefix}hide`;
const whenAttribute = `${prefix}when`;
const names = ['text', 'show', 'hide', 'class', 'currency', ...writableAttributes].map((name) => prefix + name);

/** Everything that is bound, except below `data-geo-ignore`, which nothing inside can undo. */
export const boundSelector = `:is([${names.join('],[')}],[class*=geo-show-],[class*=geo-hide-]):not([data-geo-ignore],[data-geo-ignore] *)`;

/** The attributes whose change by others matters: the bindings themselves and what they write. */
export const watchedAttributes = [...names, whenAttribute, 'class', 'hidden', ...writableAttributes];

/** @param parse reads a condition in text form; knows the owner's groups. */
export function createCompiler(
  parse: (text: string) => Condition,
  report: Report,
): (element: Element) => Binding | null {
  /** By their texts, which a browser gives as the same string each time: nothing is put together to look one up. */
  const compiled = new Map<string, Compiled[]>();

  function once(element: Element, attribute: string, text: string, when: string | null): Directive | undefined {
    const tag = native(element).localName;
    // Not of SVG, MathML and what was made in a frame: none of them is an `HTMLElement` of this page.
    const type = element instanceof HTMLInputElement ? element.type : element instanceof HTMLElement && 'text';
    let known = compiled.get(text);
    // It lives as long as the page; without the limit a page that makes up templates would grow it for ever.
    if (!known && compiled.size > 5000) compiled.clear();
    if (!known) compiled.set(text, (known = []));
    for (const one of known)
      if (one.tag === tag && one.attribute === attribute && one.type === type && one.when === when)
        return one.directive;
    const source = attribute ? `<${tag} ${attribute}="${text}">` : text.slice(1);
    let directive: Directive | undefined;
    if (!mayBind(tag) || !type) report('unsafe-binding', source);
    else
      directive = attribute
        ? compile(tag, attribute.slice(prefix.length), text, type, source, when === null ? undefined : parse(when))
        : compileVisibility(text.split('\n'), source);
    known.push({ tag, attribute, type, when, directive });
    return directive;
  }

  function compile(
    tag: string,
    name: string,
    text: string,
    inputType: string,
    source: string,
    limit: Condition | undefined,
  ): Directive | undefined {
    const tell = (code: string): undefined => {
      report(code, source);
    };
    const make = (slot: Slot, want: Directive['want']) =>
      directiveOf(
        slot,
        source,
        limit ? (facts, locale) => (answer(limit, facts) ? want(facts, locale) : undefined) : want,
      );
    if (name === 'currency') {
      const prices = parsePrices(text);
      return prices
        ? make(textSlot, (facts, locale) => showPrice({ prices }, facts, locale)?.text)
        : tell('unusable-prices');
    }
    if (name === 'class') {
      const templates = text
        .split(/\s+(?![^{]*\})/)
        .filter(Boolean)
        .map((token) => parseTemplate(token) ?? tell('unusable-template'));
      return make(classSlot, (facts, locale) =>
        templates
          .map((template) =>
            fold((template && fillTemplate(template, facts, 'code', locale)) ?? '').replace(/[^a-z0-9_-]+/g, '-'),
          )
          .filter(Boolean)
          .join(' '),
      );
    }
    const isText = name === 'text';
    const sink = isText && tag !== 'textarea' ? 'text' : sinkOf(tag, name);
    const isField = name === 'value' && /^(input|textarea|select)$/.test(tag);
    if (!sink || (isField && !mayPrefill(inputType))) return tell('unsafe-binding');
    const template = parseTemplate(text);
    if (!template) return tell('unusable-template');
    const slot = isText ? textSlot : isField ? valueSlot : attributeSlot(name);
    if (sink === 'text')
      return make(slot, (facts, locale) => fillTemplate(template, facts, name === 'value' ? 'code' : 'text', locale));
    const probe = (value: string) => template.map((part) => (typeof part === 'string' ? part : value)).join('');
    const check = (url: string) => checkUrl(url, probe('0'), sink, native(document).baseURI) ?? tell('unsafe-binding');
    // Two values that lead to two hosts: a placeholder stands in one.
    return check(probe('1')) === undefined
      ? undefined
      : make(slot, (facts, locale) => {
          const filled = fillTemplate(template, facts, 'url', locale);
          return filled === undefined ? filled : check(filled);
        });
  }

  /** Any "show" and no "hide", over three answers. */
  function compileVisibility(rules: readonly string[], source: string): Directive {
    const conditionsOf = (verb: string) =>
      rules.filter((rule) => rule.startsWith(verb)).map((rule) => parse(rule.slice(5)));
    const shows = conditionsOf('show');
    const hides = conditionsOf('hide');
    return directiveOf(visibilitySlot, source, (facts) => {
      const shown = !shows.length || any(shows, (condition) => answer(condition, facts));
      const hidden = hides.length ? any(hides, (condition) => answer(condition, facts)) : false;
      if (shown === false || hidden) return hiddenByUs;
      return shown && hidden === false ? null : undefined;
    });
  }

  return (element) => {
    const attributes = attributeNamesOf(element);
    const when = attributes.includes(whenAttribute) ? attributeOf(element, whenAttribute) : null;
    let rules = '';
    let first: Binding | null = null;
    for (const attribute of attributes) {
      if (!attribute.startsWith(prefix) || attribute === whenAttribute) continue;
      const text = attributeOf(element, attribute) ?? '';
      if (attribute === showAttribute || attribute === hideAttribute)
        rules += `\n${attribute.slice(prefix.length)} ${text}`;
      else first = bindingOf(once(element, attribute, text, when), first);
    }
    if (attributes.includes('class')) {
      for (const [, verb = '', target = ''] of attributeOf(element, 'class')?.matchAll(
        /(?:^|\s)geo-(show|hide)-([a-z0-9]+)(?!\S)/gi,
      ) ?? []) {
        // No group is named in two letters; `eu` is the same question either way.
        rules += `\n${verb} ${target[2] ? 'group' : 'country'}: ${target}`;
      }
    }
    return rules ? bindingOf(once(element, '', rules, null), first) : first;
  };
}

function bindingOf(directive: Directive | undefined, next: Binding | null): Binding | null {
  return directive ? { directive, next, original: undefined, written: undefined, fights: 0 } : next;
}

interface Compiled {
  readonly tag: string;
  /** Empty for what shows and hides. */
  readonly attribute: string;
  /** Of a field; false where nothing is bound. */
  readonly type: string | false;
  readonly when: string | null;
  readonly directive: Directive | undefined;
}

/** Facts and language are the same for whole pages of elements. */
function directiveOf(slot: Slot, source: string, want: Directive['want']): Directive {
  let asked: Facts | undefined;
  let askedIn: string;
  let value: string | null | undefined;
  return {
    slot,
    source,
    latest: undefined,
    want(facts, locale) {
      if (facts !== asked || locale !== askedIn) value = want((asked = facts), (askedIn = locale));
      return value;
    },
  };
}

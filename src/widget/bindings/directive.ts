import type { Condition } from '../../rules/clause.ts';
import { answer, any } from '../../rules/condition.ts';
import type { Facts } from '../../rules/facts.ts';
import { fold } from '../../rules/fold.ts';
import { parsePrices, showPrice } from '../../rules/money.ts';
import { mayBind, mayPrefill, sinkOf, writableAttributes } from '../../rules/sink.ts';
import { fillTemplate, parseTemplate } from '../../rules/template.ts';
import { checkUrl, encodeUrlValue } from '../../rules/url.ts';
import type { Report } from '../report.ts';
import type { Directive } from './binding.ts';
import { classSlot } from './classes.ts';
import { attributeNamesOf, attributeOf } from './dom.ts';
import { attributeSlot, type Slot, textSlot, valueSlot } from './slot.ts';
import { hiddenByUs, visibilitySlot } from './visibility.ts';

type Want = Directive['want'];

const prefix = 'data-geo-';
const names = ['text', 'show', 'hide', 'class', 'currency', ...writableAttributes].map((name) => prefix + name);

/** Everything that is bound, except below `data-geo-ignore`, which nothing inside can undo. */
export const boundSelector = `:is([${names.join('],[')}],[class*=geo-show-],[class*=geo-hide-]):not([data-geo-ignore],[data-geo-ignore] *)`;

/** The attributes whose change by others matters: the bindings themselves and what they write. */
export const watchedAttributes = [...names, 'data-geo-when', 'class', 'hidden', ...writableAttributes];

/** @param parse reads a condition in text form; knows the owner's groups. */
export function createCompiler(parse: (text: string) => Condition, report: Report) {
  const compiled = new Map<string, Directive | undefined>();

  /** The cache lives as long as the page; without the limit a page that makes up templates would grow it for ever. */
  function once(source: string, key: string, make: () => readonly [Slot, Want] | undefined): Directive | undefined {
    if (compiled.size > 5000) compiled.clear();
    if (!compiled.has(key)) {
      const made = make();
      compiled.set(key, made && { source, slot: made[0], want: remember(made[1]) });
    }
    return compiled.get(key);
  }

  function compile(tag: string, name: string, text: string, inputType: string, source: string): readonly [Slot, Want] | undefined {
    const tell = (code: string): undefined => {
      report(code, source);
    };
    if (name === 'currency') {
      const prices = parsePrices(text);
      return prices ? [textSlot, (facts, locale) => showPrice({ prices }, facts, locale)?.text] : tell('unusable-prices');
    }
    if (name === 'class') {
      const templates = text.split(/\s+(?![^{]*\})/).filter(Boolean).map((token) => parseTemplate(token, tell));
      return [classSlot, (facts, locale) => templates.map((template) => fold((template && fillTemplate(template, facts, 'code', locale)) ?? '').replace(/[^a-z0-9_-]+/g, '-')).filter(Boolean).join(' ')];
    }
    const isText = name === 'text';
    const sink = isText && tag !== 'textarea' ? 'text' : sinkOf(tag, name);
    const isField = name === 'value' && /^(input|textarea|select)$/.test(tag);
    if (!sink || (isField && !mayPrefill(inputType))) return tell('unsafe-binding');
    const template = parseTemplate(text, tell);
    if (!template) return undefined;
    const slot = isText ? textSlot : isField ? valueSlot : attributeSlot(name);
    if (sink === 'text') return [slot, (facts, locale) => fillTemplate(template, facts, name === 'value' ? 'code' : 'text', locale)];
    const probe = (value: string) => template.map((part) => (typeof part === 'string' ? part : value)).join('');
    const check = (url: string) => checkUrl(url, probe('0'), sink, document.baseURI) ?? tell('unsafe-binding');
    // Two values that lead to two hosts: a placeholder stands in one.
    return check(probe('1')) === undefined ? undefined : [slot, (facts, locale) => {
      const filled = fillTemplate(template, facts, 'code', locale, encodeUrlValue);
      return filled === undefined ? filled : check(filled);
    }];
  }

  /** Any "show" and no "hide", over three answers. */
  function compileVisibility(rules: readonly string[]): readonly [Slot, Want] {
    const conditionsOf = (verb: string) => rules.filter((rule) => rule.startsWith(verb)).map((rule) => parse(rule.slice(5)));
    const shows = conditionsOf('show');
    const hides = conditionsOf('hide');
    return [visibilitySlot, (facts) => {
      const shown = !shows.length || any(shows, (condition) => answer(condition, facts));
      const hidden = hides.length ? any(hides, (condition) => answer(condition, facts)) : false;
      if (shown === false || hidden) return hiddenByUs;
      return shown && hidden === false ? null : undefined;
    }];
  }

  return function directivesOf(element: Element): Directive[] {
    const tag = element.localName;
    const attributes = attributeNamesOf(element).filter((name) => name.startsWith(prefix));
    if (!mayBind(tag) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') {
      report('unsafe-binding', `<${tag} ${attributes.join(' ')}>`);
      return [];
    }
    const when = attributeOf(element, `${prefix}when`);
    const type = tag === 'input' ? (element as HTMLInputElement).type : 'text';
    const rules: string[] = [];
    const found = attributes.map((attribute) => {
      const name = attribute.slice(prefix.length);
      const text = attributeOf(element, attribute) ?? '';
      const source = `<${tag} ${attribute}="${text}">`;
      if (/^(show|hide)$/.test(name)) rules.push(`${name} ${text}`);
      return /^(show|hide|when|ignore|settings)$/.test(name) ? undefined : once(source, `${source} ${type} ${when}`, () => {
        const made = compile(tag, name, text, type, source);
        const limit = when === null ? undefined : parse(when);
        return made && limit ? [made[0], (facts, locale) => (answer(limit, facts) ? made[1](facts, locale) : undefined)] : made;
      });
    });
    const classes = attributeOf(element, 'class');
    for (const [, verb = '', target = ''] of classes?.matchAll(/(?:^|\s)geo-(show|hide)-([a-z0-9]+)(?!\S)/gi) ?? []) {
      // No group is named in two letters; `eu` is the same question either way.
      rules.push(`${verb} ${target[2] ? 'group' : 'country'}: ${target}`);
    }
    if (rules.length) found.push(once(rules.join(', '), rules.join('\n'), () => compileVisibility(rules)));
    return found.filter((directive) => directive !== undefined);
  };
}

/** Facts and language are the same for whole pages of elements. */
function remember(want: Want): Want {
  let asked: Facts | undefined;
  let askedIn: string;
  let value: string | null | undefined;
  return (facts, locale) => {
    if (facts !== asked || locale !== askedIn) value = want((asked = facts), (askedIn = locale));
    return value;
  };
}

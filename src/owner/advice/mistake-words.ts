import { closest } from '../../record/closest.ts';
import type { Kind } from '../../rules/conditions/condition-table.ts';
import { conditions, isConditionName } from '../../rules/conditions/conditions.ts';
import { writableField } from '../../rules/conditions/condition.ts';
import { groupNames } from '../../rules/conditions/groups.ts';
import { deliveryNames } from '../../rules/delivery/words.ts';
import type { MistakeCode } from '../../rules/mistake.ts';
import { splitEntries } from '../../rules/conditions/entries.ts';
import { bindingPrefix } from '../../rules/markup/bindings.ts';
import { meantContinent, meantCountry, meantCurrency, meantGroup } from '../../rules/meant-words.ts';
import { fold } from '../../rules/text/normalize.ts';
import { isNegated, namedPlaces, nearPlaces, withoutNot } from './named-places.ts';
import { pricesSentence } from './price-mistakes.ts';
import { either } from './suggestion.ts';

/** Names that conditions have. They tell a typo from an attribute of another library. */
export const knownNames: readonly string[] = Object.keys(conditions);

/** Where a mistake stands. */
export interface MistakePlace {
  /** The names of the owner's groups. */
  readonly groups: readonly string[];
  /**
   * Spells a condition as it is written there: `country="DE"`, `country: DE`, `geo-show-de`.
   *
   * @param wrong the value that it is to replace.
   */
  readonly spell: (name: string, value: string, wrong?: string) => string;
  /** The value of an attribute of the element, where the mistake's text names one. */
  readonly attribute?: (name: string) => string | null;
}

/** Conditions in text form. */
export const spellAsText = (name: string, value: string): string => (value ? `${name}: ${value}` : name);

/** Conditions as attributes of an element. */
export const spellAsAttribute = (name: string, value: string): string => (value ? `${name}="${value}"` : name);

/** What is wrong with a text that an owner wrote, and what to write instead: one sentence, without a full stop. */
export function describeMistake(code: MistakeCode, text: string, place: MistakePlace): string {
  const say = sentences[code];
  return say ? say(text, place) : text;
}

type Say = (text: string, place: MistakePlace) => string;

const sentences: Readonly<Partial<Record<MistakeCode, Say>>> = {
  'unknown-condition': (text, { groups, spell }) => {
    const name = text.toLowerCase().replace(/^not-/, '');
    const meant =
      name === 'region'
        ? 'state or subregion'
        : (withColon(text, groups) ??
          negated(text, groups) ??
          closest(name, knownNames) ??
          placeNamed(text, groups, spell));
    return `"${text}" is not a condition${either(meant, `write one of ${knownNames.join(' ')}`)}`;
  },
  'unusable-value': (text, place) => {
    const [, name = '', value = ''] = /^([^:]*): (.*)$/s.exec(text) ?? [];
    return isConditionName(name) ? valueSentence(name, value, place) : text;
  },
  'empty-condition': (name, { spell }) =>
    /\w/.test(name)
      ? `${name} has no value: write one, such as ${spell(name, exampleOf(name))}`
      : `there is no condition: write one, such as ${spell('country', 'DE AT')}`,
  'state-without-country': (state, { spell }) =>
    `more than one country has a state "${state}": write the country too, such as ${spell('state', `US-${state.toUpperCase()}`)}`,
  'unsafe-binding': (attribute) =>
    attribute === 'visibility'
      ? 'Geolet shows and hides no element of this kind: it runs or loads code, or is not HTML. Write it on an element around it'
      : `${attribute} is not written here: Geolet writes no attribute that runs or loads code, and binds nothing on elements that do. Write one of its attributes from the reference of markup`,
  'unusable-template': (attribute, { attribute: read }) => templateSentence(attribute, read?.(attribute) ?? ''),
  'unusable-prices': (attribute, { attribute: read, groups }) =>
    pricesSentence(attribute, read?.(attribute) ?? '', groups),
};

const trimmed = (part: string): string => part.trim();

/** A longer text is no condition that somebody has mistyped. */
const mostCharacters = 200;

/** `country=FR`, `eu unknown` and a bare `FR` lack the colon of the text form. */
function withColon(text: string, groups: readonly string[]): string | undefined {
  const [, name = '', wanted = ''] =
    /^([a-z-]+)(?:\s*=+\s*|\s+(?:is|in)\s+(?!not\b)|\s+)([^\s!<≠].*)$/i.exec(text.slice(0, mostCharacters)) ?? [];
  const isNot = /^(?:is\s+)?not\b/i.test(wanted);
  if (isKnown(name) && !isNot) return `${name}: ${wanted.replace(/["']/g, '')}`;
  const places = namedPlaces(text, groups);
  return places && spellAsText(...places);
}

/** `country != US`, `!US` and `not country` have a word of their own. */
function negated(text: string, groups: readonly string[]): string | undefined {
  const [, name = '', wanted = ''] =
    /^([a-z-]+)\s*(?:!=*|<>|≠|is\s+not\b|isn['’]t\b|not\b)\s*(.*)$/i.exec(text.slice(0, mostCharacters)) ?? [];
  if (isKnown(name)) return spellAsText(`not-${name}`, wanted);
  const rest = withoutNot(text);
  if (!rest) return undefined;
  if (isKnown(rest)) return `not-${rest}`;
  const places = namedPlaces(rest, groups) ?? nearPlaces(rest, groups);
  return places && spellAsText(`not-${places[0]}`, places[1]);
}

function isKnown(name: string): boolean {
  return knownNames.includes(name.toLowerCase().replace(/^not-/, ''));
}

/** A country or a group where the name of a condition should stand. */
function placeNamed(text: string, groups: readonly string[], spell: MistakePlace['spell']): string | undefined {
  const places = nearPlaces(text, groups);
  return places && spell(...places);
}

type SayOfValue = (name: string, value: string, place: MistakePlace) => string;

/** Where values of a kind have a shape. */
const valueSentences: Readonly<Partial<Record<Kind, SayOfValue>>> = {
  country: (name, value, { spell, groups }) => {
    const [other, meant] = nearPlaces(value, groups) ?? [name];
    return `there is no country "${value}"${either(meant && spell(other, meant, value), `write its code of two letters, such as ${spell(name, 'DE')}`)}`;
  },
  continent: (name, value, { spell }) => {
    const meant = meantContinent(value);
    return `there is no continent "${value}"${either(meant && spell(name, meant), 'write AF, AN, AS, EU, NA, OC or SA')}`;
  },
  state: (name, value, { spell }) =>
    `"${value}" is not the code of a state: write the country and the code, such as ${spell(name, 'US-CA')}`,
  currency: (name, value, { spell }) => {
    const meant = meantCurrency(value);
    return `there is no currency "${value}"${either(meant && spell(name, meant), `write its code of three letters, such as ${spell(name, 'EUR')}`)}`;
  },
  group: (name, value, { groups, spell }) => {
    const group = meantGroup(value, groups);
    const country = /^[a-z]{2}$/i.test(value) ? value.toUpperCase() : meantCountry(value);
    const continent = meantContinent(value);
    const other = continent ? spell('continent', continent, value) : country && spell('country', country, value);
    const meant = group ? spell(name, group, value) : other;
    return `there is no group "${value}"${either(meant, `write one of ${[...groupNames, ...groups].join(' ')}, or name your own in the settings block`)}`;
  },
  yesOrNo: (name, value, { spell }) =>
    `"${value}" is no answer to ${name}: write ${spell(name, '')} alone, or ${spell(name, 'no')}`,
};

function valueSentence(name: keyof typeof conditions, value: string, given: MistakePlace): string {
  const [written, all] = writtenFor(name, value, given);
  const not = written.startsWith('not-') ? 'not-' : '';
  const place: MistakePlace = {
    ...given,
    spell: (other, right, wrong) => given.spell(other.startsWith('not-') ? other : not + other, right, wrong),
  };
  if (/[，、；：]/.test(value))
    return `"${value}" has full-width punctuation, which lists are not split at: write , ; and :`;
  const plain = value.replace(/[“”„"'«»]/g, '');
  if (plain !== value)
    return `"${value}" has quotes in it: write straight ones around all values, such as ${place.spell(name, asWritten(name, plain))}`;
  if (value.includes(';') && conditions[name].kind !== 'expression')
    return `"${value}" has a semicolon: write blanks between values, such as ${place.spell(
      name,
      asWritten(
        name,
        value
          .split(';')
          .map((part) => part.trim())
          .join(' '),
      ),
    )}`;
  if (all.includes('&&'))
    return `"&&" is not a value: write ; between conditions: ${written}: ${all.split('&&').map(trimmed).join('; ')}`;
  if (isNegated(value)) {
    const rest = withoutNot(value)
      ? all
          .split(/[\s,]+/)
          .filter(isNegated)
          .map(withoutNot)
          .join(' ')
      : withoutNot(all);
    return `"${value}" is not a value: write not-${name}, such as ${place.spell(`not-${name}`, asWritten(name, rest || exampleOf(name)))}`;
  }
  const say = valueSentences[conditions[name].kind];
  const ofWords = longName(name, value, all);
  if (ofWords && say) {
    const isAll = ofWords === all.trim();
    const spellName: MistakePlace['spell'] = (other, right) =>
      isAll || other !== name ? place.spell(other, right) : `${right} in place of ${ofWords}`;
    return say(name, ofWords, { ...place, spell: spellName });
  }
  // Of several values each is mended by itself.
  const isOne = !/[\s,]/.test(place.attribute?.(written)?.trim() ?? '');
  const spell: MistakePlace['spell'] = (other, right, wrong) =>
    isOne || other !== name ? place.spell(other, right, wrong) : `${right} in place of ${value}`;
  return say
    ? say(name, value, { ...place, spell })
    : `"${value}" cannot be read: write it like ${place.spell(name, exampleOf(name))}`;
}

/** What was written for the condition of a value: its name, perhaps with `not-`, and all its values. */
function writtenFor(name: string, value: string, { attribute }: MistakePlace): readonly [name: string, all: string] {
  const entries = [
    ...[name, `not-${name}`].map((one) => [one, attribute?.(one) ?? ''] as const),
    ...['show', 'hide', 'when'].flatMap((binding) => splitEntries(attribute?.(bindingPrefix + binding) ?? '')),
  ].map(([one, all]) => [one.toLowerCase(), all] as const);
  const isOf = ([one, all]: readonly [string, string]) =>
    one.replace(/^not-/, '') === name && fold(all).includes(value);
  return entries.find(isOf) ?? [name, ''];
}

/** `united` is a part of `United Kingdom`: a list is split at blanks. */
function longName(name: keyof typeof conditions, value: string, all: string): string | undefined {
  if (conditions[name].kind !== 'country') return undefined;
  return all
    .split(',')
    .map((part) => part.trim())
    .find((part) => /\s/.test(part) && fold(part).split(/\s+/).includes(value) && nearPlaces(part, []));
}

/** Values are noted in small letters; codes are written in capitals. */
function asWritten(name: keyof typeof conditions, value: string): string {
  return ['country', 'state', 'continent', 'currency'].includes(conditions[name].kind) ? value.toUpperCase() : value;
}

const examples: Readonly<Record<string, string>> = {
  country: 'DE AT',
  state: 'US-CA',
  subregion: 'Western Europe',
  continent: 'EU',
  city: 'Lyon, Paris',
  postal: '94*',
  currency: 'EUR',
  language: 'de',
  timezone: 'Europe/Paris',
  device: 'mobile',
  os: 'Windows',
  isp: 'Orange',
  asn: '3215',
  color: 'dark',
  near: '52.52,13.40,50km',
  'local-time': 'mon-fri 09:00-17:30',
  referrer: 'news.example',
  path: '/products/*',
  query: 'utm_source=mail',
  group: 'dach',
};

function exampleOf(name: string): string {
  return examples[name.replace(/^not-/, '')] ?? '';
}

/** What people call a field. */
const otherFields: ReadonlyMap<string, string> = new Map([
  ['town', 'city'],
  ['nation', 'country'],
  ['location', 'city'],
  ['zip', 'postal'],
  ['province', 'state'],
  ['money', 'currency'],
]);

/** `<geo-delivery>` has `{left}`, and a binding `{delivery-left}`. */
function deliveryWord(attribute: string, name: string): string | undefined {
  return attribute !== 'template' && deliveryNames.includes(name) ? `delivery-${name}` : undefined;
}

function templateSentence(attribute: string, text: string): string {
  if (!text.trim()) return `there is no ${attribute}: write one, such as ${attribute}="{city|your city}"`;
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(
    ([, inner = '']) =>
      inner
        .trim()
        .split(/[^\w-]/)[0]
        ?.toLowerCase() ?? '',
  );
  const unknown = names.find((name) => !writableField(name));
  if (unknown !== undefined) {
    const words = [...knownNames, 'price-currency'].filter((name) => writableField(name));
    const meant = otherFields.get(unknown) ?? deliveryWord(attribute, unknown) ?? closest(unknown, words);
    return isConditionName(unknown)
      ? `${attribute} has {${unknown}}, which has no text: use ${unknown} in a condition`
      : `${attribute} has {${unknown}}, which is no word of a template${either(meant && `{${meant}}`, `write one of ${words.map((word) => `{${word}}`).join(' ')}, or a field of the record`)}`;
  }
  const [, field = '', filter = ''] = /\{\s*([\w-]+)\s*:\s*([\w-]*)/.exec(text) ?? [];
  if (field && filter !== 'lower')
    return `${attribute} has {${field}:${filter}}: after the colon only lower is known; write {${field}:lower} or {${field}}`;
  const [, doubled] = /\{\{\s*([\w-]+)\s*\}\}/.exec(text) ?? [];
  if (doubled !== undefined) return `${attribute} has double braces: write {${doubled}}`;
  const [, wrapped = ''] = /(?:%|\[|<)\s*([\w-]+)\s*(?:%|\]|>)/.exec(text) ?? [];
  if (wrapped && writableField(wrapped.toLowerCase()))
    return `${attribute} has no word in braces, so it stays as written; did you mean {${wrapped.toLowerCase()}}?`;
  return /[{}]/.test(text)
    ? `${attribute} has a brace without its other half: write {city} or {city|your city}`
    : `${attribute} has no word in braces, so it stays as written: write one, such as {city|your city}`;
}

import { closest } from '../../record/closest.ts';
import { attempt } from '../../rules/attempt.ts';
import type { Groups } from '../../rules/conditions/clause.ts';
import { parseGroups } from '../../rules/conditions/own-groups.ts';
import { unusableIn } from '../../rules/money/by-place.ts';
import { parsePrices } from '../../rules/money/money.ts';
import { parsePriceBook } from '../../rules/money/price-book.ts';
import { listOfSettings } from '../../rules/offer/offer.ts';
import { deliverySettingMistakes } from './delivery-mistakes.ts';
import { describeMistake } from './mistake-words.ts';
import { placeSentence, pricesSentence } from './price-mistakes.ts';
import { shorten } from './source.ts';

/** The keys of the settings block, as `docs/settings.md` lists them. */
export const blockKeys = [
  'groups',
  'places',
  'prices',
  'rates',
  'ratesMaxAgeDays',
  'charm',
  'offer',
  'delivery',
  'closures',
  'rules',
  'redirect',
  'origins',
  'announce',
  'css',
];

/** The words that each setting takes, as `docs/settings.md` lists them. */
const settingWords: Readonly<Record<string, readonly string[]>> = {
  storage: ['on', 'off'],
  consent: ['granted', 'required'],
  bindings: ['now', 'load', 'manual'],
  preview: ['on', 'localhost', 'off'],
  analytics: ['off', 'datalayer', 'gtag'],
  guess: ['off', 'on'],
  debug: ['auto', 'on', 'off'],
};

/** What people write for a word that a setting has another name for. */
const otherWords: Readonly<Record<string, string>> = {
  true: 'on',
  yes: 'on',
  enabled: 'on',
  false: 'off',
  no: 'off',
  none: 'off',
  disabled: 'off',
  lazy: 'load',
  ga4: 'gtag',
  gtm: 'datalayer',
};

const numbers: Readonly<Record<string, string>> = { timeoutMs: '2000', freshHours: '24', staleDays: '30' };

/** The settings of the script tag, in camel case. */
export const tagSettings: readonly string[] = [
  'endpoint',
  'choiceParameter',
  ...Object.keys(numbers),
  ...Object.keys(settingWords),
];

/**
 * What a script tag says that is not read.
 *
 * @param attributes by their names in lower case.
 */
export function tagMistakes(attributes: ReadonlyMap<string, string>): string[] {
  const known = new Map(tagSettings.map((name) => [dataName(name), name]));
  const written = [...attributes.keys()].flatMap((name) => {
    const bare = [...known.keys()].find((one) => one === `data-${name}` || one.replaceAll('-', '') === `data${name}`);
    if (bare) return [`the script tag has ${name}, which is not read; did you mean ${bare}?`];
    if (!name.startsWith('data-') || known.has(name)) return [];
    const setting = misspeltSetting(camelCase(name), tagSettings);
    return setting ? [`the script tag has ${name}, which is not a setting; did you mean ${dataName(setting)}?`] : [];
  });
  return [...withoutScheme(attributes.get('data-endpoint')), ...written];
}

/** What a page reports of the values on its script tag. */
export function tagValueMistakes(attributes: ReadonlyMap<string, string>): string[] {
  return tagSettings.flatMap((name) => {
    const value = attributes.get(dataName(name))?.trim() ?? '';
    const words = Object.entries(settingWords).find(([one]) => one === name)?.[1];
    const isRight = words ? words.includes(value.toLowerCase()) : !Object.hasOwn(numbers, name) || Number(value) >= 0;
    return value === '' || isRight ? [] : (settingSentence(`${name}: ${value}`, '') ?? []);
  });
}

/** Other attributes may belong to another script: `data-cfasync`. */
export function misspeltSetting(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  return closest(name, known) ?? known.find((other) => name.length > 4 && other.startsWith(name));
}

/** `shop.example/geo` is a path, as in every link. */
function withoutScheme(endpoint = ''): string[] {
  return /^[\w-]+(\.[\w-]+)*\.[a-z]{2,}(:\d+)?\//i.test(endpoint.trim())
    ? [
        `the script tag says data-endpoint="${endpoint}", which is a path below this page: write https://${endpoint.trim()}, or /geo for the proxy of this site`,
      ]
    : [];
}

/** As `dataset` names what begins with `data-`. */
function camelCase(name: string): string {
  return name.slice(5).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** @param name in camel case, as the settings have it. */
export function dataName(name: string): string {
  return `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * What a report of `bad-settings` means, and what to write instead.
 *
 * @param detail of the report.
 * @param block the text of the settings block.
 * @returns undefined if only the entry in `docs/errors.md` says more.
 */
export function settingSentence(detail: string, block: string): string | undefined {
  if (/^\w*Error: /.test(detail)) return blockSentence(detail, block);
  const [, name = '', value = ''] = /^(\w+): (.*)$/s.exec(detail) ?? [];
  if (name === 'redirect') return redirectSentence(value);
  if (name === 'ratesMaxAgeDays')
    return `ratesMaxAgeDays is ${value}: write a number of days, such as "ratesMaxAgeDays": 7`;
  if (name === 'groups')
    return `the settings block has a group "${value}": a name begins with a letter and has three or more, without signs, such as "delivery"`;
  const words: readonly string[] | undefined = Object.entries(settingWords).find(([one]) => one === name)?.[1];
  if (words) {
    const word = value.toLowerCase();
    const other = otherWords[word];
    const meant = other && words.includes(other) ? other : closest(word, words);
    return `${dataName(name)} is "${value}"${meant ? `; did you mean ${dataName(name)}="${meant}"?` : `: write one of ${words.join(' ')}`}`;
  }
  return (
    numbers[name] && `${dataName(name)} is "${value}": write a number, such as ${dataName(name)}="${numbers[name]}"`
  );
}

/** What is wrong in JSON that people write by hand. */
const slips: ReadonlyArray<readonly [pattern: RegExp, replacement: string, fix: string]> = [
  [/,(?=\s*[}\]])/g, '', 'remove the comma before } or ]'],
  [/[“”„]/g, '"', 'write straight double quotes'],
  [/'/g, '"', 'write double quotes in place of single ones'],
  [/([{,]\s*)([A-Za-z_]\w*)(?=\s*:)/g, '$1"$2"', 'write the names in double quotes'],
  [/\/\*[^*]*\*\/|^[ \t]*\/\/.*$/gm, '', 'take the comments out'],
  [/(["\]}\d])(?=[ \t\r]*\n\s*")/g, '$1,', 'write a comma between the entries'],
];

function blockSentence(error: string, text: string): string {
  const isJson = (candidate: string) => attempt(() => JSON.parse(candidate) as unknown) !== undefined;
  const slip = slips.find(([pattern, replacement]) => isJson(text.replace(pattern, replacement)));
  const cause = `the settings block is not JSON, so nothing in it counts (${error.replace(/^\w*Error: /, '')})`;
  return slip ? `${cause}: ${slip[2]}` : `${cause}: write it as { "groups": { "delivery": "DE AT CH" } }`;
}

function redirectSentence(written: string): string {
  const rule = attempt(() => JSON.parse(written) as unknown);
  const fields = Object.entries(Object(rule) as object);
  const example = '[{ "when": "country: FR", "to": "/fr/" }]';
  const byCountry = fields.map(([code, address]) => ({
    when: `country: ${code.toUpperCase()}`,
    to: address as unknown,
  }));
  if (
    fields.length &&
    fields.every(([code, address]) => /^[a-z]{2}$/i.test(code) && code !== 'to' && typeof address === 'string')
  )
    return `redirect is a list of rules, not of countries: write ${JSON.stringify(byCountry)}`;
  const { when, to } = Object.fromEntries(fields);
  if (typeof when !== 'string' || typeof to !== 'string')
    return `the redirect ${shorten(written)} lacks ${typeof when === 'string' ? 'to' : 'when'}: write it like ${example}`;
  return /^https?:/.test(to)
    ? `the redirect to ${to} leads to another site: add "origins": ["${attempt(() => new URL(to).origin) ?? ''}"] to the settings block`
    : `the redirect ${shorten(written)} has a value that is not a text: write it like ${example}`;
}

/** What is wrong with a settings block that is not JSON. A page reports it. @returns undefined if it is. */
export function brokenBlock(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return blockSentence(String(error), text);
  }
}

/** What in a settings block does nothing, or not what is meant. A page does not report it. */
export function blockMistakes(type: string | null, text: string): string[] {
  if (type?.toLowerCase() !== 'application/json')
    return [
      `the settings block has ${type === null ? 'no type' : `type="${type}"`}, so it is not read: write <script type="application/json" data-geo-settings>`,
    ];
  const read = attempt(() => JSON.parse(text) as unknown);
  // PHP writes what is empty as a list.
  const isEmpty = Array.isArray(read) && read.length === 0;
  if (read !== undefined && !isEmpty && (typeof read !== 'object' || Array.isArray(read)))
    return [noBlockSentence(read)];
  const block = Object(read) as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(block).flatMap((key) => {
    const meant = blockKeys.includes(key) ? undefined : closest(key.toLowerCase(), blockKeys);
    return meant ? [`the settings block has "${key}", which is not a setting; did you mean "${meant}"?`] : [];
  });
  const groups = attempt(() => parseGroups(block['groups']));
  return [
    ...unknown,
    ...inGroups(block['groups']),
    ...inOffer(block['offer']),
    ...inPrices(block['prices'], groups),
    ...deliverySettingMistakes(block, groups),
  ];
}

function noBlockSentence(read: unknown): string {
  const isRules = Array.isArray(read) && read.some((one) => Object.hasOwn(Object(one) as object, 'select'));
  const example = isRules ? '{ "rules": […] } around the list' : '{ "groups": { "delivery": "DE AT CH" } }';
  return `the settings block is ${Array.isArray(read) ? 'a list' : `the ${typeof read} ${shorten(JSON.stringify(read))}`}, so nothing in it counts: write ${example}`;
}

/** A list that cannot be read is reported at the structured data that it is for. */
function inOffer(offer: unknown): string[] {
  return offer === undefined || offer === null || listOfSettings(offer) !== undefined
    ? []
    : [
        'offer of the settings block has no list: write "offer": { "sku": "asterisk" }, or { "prices": "USD 149, EUR 139" }',
      ];
}

function inGroups(groups: unknown): string[] {
  return Object.entries(Object(groups) as object).flatMap(([name, written]) => {
    const lines: string[] = [];
    const isList = Array.isArray(written) || !String(written).includes(':');
    parseGroups({ [name]: written }, (code, text) => {
      const spell = (condition: string, value: string) => (isList ? value : `${condition}: ${value}`);
      if (code !== 'bad-settings')
        lines.push(`the group "${name}" of the settings block: ${describeMistake(code, text, { groups: [], spell })}`);
    });
    return lines;
  });
}

/** The lists of the price book. Where it has an address, the page reports what is wrong there. */
function inPrices(prices: unknown, groups: Groups | undefined): string[] {
  if (prices === undefined || typeof prices === 'string') return [];
  const book = parsePriceBook(prices);
  if (!book)
    return [`prices of the settings block is no price book: write "prices": { "asterisk": "USD 149, IN: USD 99" }`];
  const names = [...(groups?.keys() ?? [])];
  return Object.entries(Object(prices) as object).flatMap(([name, written]: [string, unknown]) => {
    const found = book.find(name);
    const unusable = found && unusableIn(found, groups);
    const place = `the list "${name}" of the price book`;
    if (unusable) return [`${place}: ${placeSentence(unusable, names)}`];
    if (found) return [];
    const wrong = listsIn(written).find(([, list]) => typeof list !== 'string' || !parsePrices(list));
    const [key = 'prices', text] = wrong ?? [];
    return typeof text === 'string'
      ? [`${place}: ${pricesSentence(key, text, names)}`]
      : [`${place} is no text: write "${name}": "USD 49, EUR 45", or { "prices": "USD 49", "was": "USD 59" }`];
  });
}

/** The parts of an entry of the book, each with its name. */
function listsIn(written: unknown): readonly (readonly [string, unknown])[] {
  if (typeof written === 'string') return [['prices', written]];
  const { prices, was }: { readonly prices?: unknown; readonly was?: unknown } = Object(written);
  return was === undefined
    ? [['prices', prices]]
    : [
        ['prices', prices],
        ['was', was],
      ];
}

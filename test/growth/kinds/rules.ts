import type { Groups } from '../../../src/rules/conditions/clause.ts';
import { isUnusable, parseClosures, parsePlan, type WrittenPlan } from '../../../src/rules/delivery/plan.ts';
import { promiseFor } from '../../../src/rules/delivery/promise.ts';
import { deliveryWords } from '../../../src/rules/delivery/words.ts';
import type { Facts, ShowByPlace } from '../../../src/rules/facts.ts';
import { answer, parseCondition } from '../../../src/rules/conditions/condition.ts';
import { decidePrice } from '../../../src/rules/money/decide-price.ts';
import { parseRates } from '../../../src/rules/money/conversion.ts';
import { parsePriceBook, showFromBook } from '../../../src/rules/money/price-book.ts';
import { formatPrice, parsePrices, parsePriceTag, showPrice } from '../../../src/rules/money/money.ts';
import { showRemainder } from '../../../src/rules/money/threshold.ts';
import { parseMoment } from '../../../src/rules/time/moment.ts';
import { parseGroups } from '../../../src/rules/conditions/own-groups.ts';
import { placesFrom } from '../../../src/rules/places.ts';
import { parseRedirectRules } from '../../../src/rules/redirect.ts';
import { parseSchedule } from '../../../src/rules/time/schedule.ts';
import { sinkOf } from '../../../src/rules/markup/sink.ts';
import { fillTemplate, parseTemplate } from '../../../src/rules/text/template.ts';
import { checkUrl } from '../../../src/rules/markup/url.ts';
import { fillWords } from '../../../src/rules/text/words.ts';
import { type Kind, textKind } from '../kind.ts';
import { wordsOf } from '../../support/listed.ts';

const most = 400_000;

const facts: Facts = { record: { countryCode: 'FR', currencyCode: 'EUR', city: 'Lyon' }, page: { language: 'fr' } };
const answered = (text: string) => answer(parseCondition(text), facts);
const priced = (text: string, groups?: Groups) => {
  const prices = parsePrices(text);
  const byPlace: ShowByPlace = (...asked) => showFromBook({ answer, formatPrice, showPrice }, ...asked);
  return prices && showPrice({ prices }, { ...facts, groups, showByPlace: byPlace, choseCurrency: true }, 'en');
};
const left = (minus: string) => {
  const prices = parsePrices('USD 75, EUR 60') ?? [];
  return showRemainder({ answer, decidePrice, formatPrice, parsePrices }, { prices, minus }, facts, 'en');
};
const blankPlan = { cutoff: null, timezone: 'Europe/Lisbon', work: null, carrier: null, closures: null };
const delivered = (days: string, written: Partial<WrittenPlan> = {}, closures: unknown = {}, groups?: Groups) => {
  const plan = parsePlan({ days, ...blankPlan, ...written }, groups);
  const closed = parseClosures(closures, groups);
  if (isUnusable(plan) || isUnusable(closed)) return undefined;
  return promiseFor({ plan, closures: closed }, { answer }, { ...facts, groups }, Date.UTC(2026, 11, 24));
};
const promisedWords = (template: string) => {
  const promise = delivered('fr: 1-2');
  const reading = { nowMs: Date.UTC(2026, 11, 24), timezone: 'Europe/Paris', locale: 'en' };
  return promise && deliveryWords(template, promise, reading);
};
/** Hardly more than one day in two months, so that as many days are counted as there may be. */
const fewDaysOpen = wordsOf(
  '01-01..01-24 01-26..02-27 03-01..04-27 04-29..06-25 06-27..08-23 08-25..10-20 10-22..12-15 12-17..12-31',
);
const farDate = (index: number) => `${3000 + (index % 6_900)}-01-01`;
const france = parseCondition('country: FR');
const filled = (text: string) => {
  const template = parseTemplate(text);
  return template && fillTemplate(template, facts, 'text', 'en');
};
const link = sinkOf('a', 'href');
const pictures = sinkOf('img', 'srcset');
const checked = (sink: ReturnType<typeof sinkOf>) => (text: string) =>
  sink && checkUrl(text, text, sink, 'https://shop.example/');
const codes = (index: number) =>
  String.fromCharCode(65 + (index % 26), 65 + (Math.floor(index / 26) % 26), 65 + (Math.floor(index / 676) % 26));

/** A value that came as JSON, with this many entries. */
function listKind<Entry>(
  name: string,
  largest: number,
  make: (index: number) => Entry,
  work: (list: Entry[]) => unknown,
): Kind {
  const prepare = (size: number) => {
    const list = Array.from({ length: size }, (_none, index) => make(index));
    return () => work(list);
  };
  return { name, largest, prepare };
}
const named = (index: number): [string, string] => [`group${index}`, 'DE AT CH'];
const closed = (index: number): [string, string] => [`us-${index.toString(36)} fr`, '12-25'];

/** What owners and strangers write into pages, settings and addresses. */
export const ruleKinds: readonly Kind[] = [
  textKind('condition: many countries', most, 'de ', answered, { before: 'country: ' }),
  textKind('condition: many names', most, 'city: Lyon;', answered),
  textKind('condition: many unknown names', most, (index) => `x${index}: y;`, answered),
  textKind('condition: blanks', most, ' ', answered, { before: 'country:', after: 'de' }),
  textKind('condition: separators', most, ':;,', answered),
  textKind('condition: states', most, 'us-ca ', answered, { before: 'state: ' }),
  textKind('price list: many prices', most, (index) => `${codes(index)} 49.00,`, priced),
  textKind('price list: many prices by place', most, (index) => `,fr: ${codes(index)} 49.00`, priced, {
    before: 'USD 9',
  }),
  textKind('price list: many places', most, (index) => `us-${index % 999} `, priced, {
    before: 'USD 9,',
    after: 'fr: EUR 8',
  }),
  textKind('price list: colons', most, ': ', priced, { before: 'USD 9,fr', after: 'EUR 8' }),
  textKind('price list: digits', most, '9', priced, { before: 'EUR ' }),
  textKind('price list: blanks', most, ' ', priced, { before: 'EUR', after: '9' }),
  textKind('price list: points and commas', most, '.,', priced, { before: 'EUR 1' }),
  textKind('what is taken off: many amounts', most, (index) => `${codes(index)} 49.00,`, left, { after: 'EUR 9' }),
  textKind('what is taken off: digits', most, '9', left, { before: 'EUR ' }),
  textKind('what is taken off: blanks', most, ' ', left, { before: 'EUR', after: '9' }),
  textKind(
    'price book: many lists',
    most,
    (index) => `,"asterisk-${index}":"USD 9, IN: USD 8"`,
    (text) => {
      const book = parsePriceBook(JSON.parse(text));
      return book?.names.map((name) => book.find(name));
    },
    { before: '{"asterisk":"USD 9"', after: '}' },
  ),
  textKind('price book: a name of blanks', most, ' ', parsePriceTag, { before: 'sku:', after: 'x' }),
  textKind('price book: blanks before a name', most, ' ', parsePriceTag, { after: 'skux' }),
  textKind('template: many placeholders', most, '{city}', filled),
  textKind('template: many alternatives', most, '{postalCode|x}', filled),
  textKind('template: open braces', most, '{', filled),
  textKind('template: closing braces', most, '}', filled),
  textKind('template: an alternative of blanks', most, ' ', filled, { before: '{city|', after: '}' }),
  textKind('template: bars and colons', most, '|:', filled, { before: '{city', after: '}' }),
  textKind('words: many placeholders', most, '{name|x}', (text) => fillWords(text, () => undefined)),
  textKind('words: open braces', most / 4, '{ ', (text) => fillWords(text, () => 'x')),
  textKind('URL: a long path', most, 'a/', checked(link), { before: '/' }),
  textKind('URL: blanks and controls', most, ' \t\n', checked(link), { after: 'https://a.example' }),
  textKind('URL: percent signs', most, '%', checked(link), { before: '/' }),
  textKind('URL: colons', most, ':', checked(link)),
  textKind('srcset: many pictures', most, (index) => `/a${index}.png ${index + 1}w,`, checked(pictures)),
  textKind('srcset: commas', most, ',', checked(pictures)),
  textKind('srcset: blanks', most, ' ', checked(pictures), { before: '/a.png', after: '1w' }),
  textKind('schedule: many lines', most, 'mon-fri 09:00-17:00;', parseSchedule),
  textKind('schedule: digits', most, '1', parseSchedule, { before: 'mon ' }),
  textKind('schedule: commas', most, 'mon,', parseSchedule),
  textKind('schedule: short ends', most, '12-24..26 ', parseSchedule),
  textKind('delivery: many entries', most, (index) => `us-${index.toString(36)}: 1-2,`, delivered),
  textKind('delivery: many places', most, (index) => `us-${index.toString(36)} `, delivered, { after: ': 1' }),
  textKind('delivery: one place, many times', most, 'fr: 1,', delivered),
  textKind('delivery: colons', most, ': ', delivered, { before: 'fr', after: '1' }),
  textKind('delivery: digits', most, '1', delivered, { before: 'fr: ' }),
  textKind('delivery: blanks', most, ' ', delivered, { before: 'fr: 1', after: '-2' }),
  textKind('delivery: blanks before the days', most, ' ', delivered, { before: 'fr: ', after: 'x' }),
  textKind('delivery: commas', most, ',', delivered),
  textKind('delivery: many weekdays', most, 'mon-fri ', (work) => delivered('fr: 9', { work })),
  textKind('delivery: many closures', 90_000, '12-24..26, ', (closures) => delivered('fr: 9', { closures })),
  textKind('delivery: centuries of closures', 90_000, '2026-01-01..9999-12-31 ', (closures) =>
    delivered('fr: 9', { closures }),
  ),
  listKind('delivery: closures, and days to count', 9_000, farDate, (dates) =>
    delivered(`*: ${Math.round(dates.length / 100)}`, { work: 'mon-sun' }, { '*': [...dates, ...fewDaysOpen] }),
  ),
  textKind('delivery: a cut-off of digits', most, '1', (cutoff) => delivered('fr: 9', { cutoff })),
  listKind('delivery: closures of many places', 8_000, closed, (list) =>
    delivered('*: 9', {}, Object.fromEntries(list)),
  ),
  listKind('delivery: a long group, many times', 8_000, codes, (list) =>
    delivered(
      `*: 1, vip: 2`,
      {},
      Object.fromEntries(list.map((name) => [`vip ${name}`, '12-25'])),
      new Map([['vip', list.flatMap(() => france)]]),
    ),
  ),
  textKind('delivery: many placeholders', most / 20, '{left} {from}', promisedWords),
  textKind('delivery: open braces', most / 4, '{ ', promisedWords),
  textKind('moment: digits', most, '1', parseMoment),
  textKind('moment: blanks', most, ' ', parseMoment, { before: '2026-12-01', after: '18:00Z' }),
  textKind('moment: points', most, '0', parseMoment, { before: '2026-12-01T18:00:00.' }),
  listKind(
    'price list: many groups',
    20_000,
    (index) => `group${index}`,
    (list) => priced(`USD 9, ${list.join(': CHF 49, ')}: CHF 49`, new Map(list.map((name) => [name, france]))),
  ),
  listKind('price list: a long group, many times', 16_000, codes, (list) =>
    priced(`USD 9, vip: ${list.join(' 49, vip: ')} 49`, new Map([['vip', list.flatMap(() => france)]])),
  ),
  listKind('groups: many', 20_000, named, (list) => parseGroups(Object.fromEntries(list))),
  textKind('groups: one long one', most, 'DE ', (text) => parseGroups({ ours: text })),
  listKind(
    'rates: many',
    20_000,
    (index): [string, number] => [codes(index) + index, 1.1],
    (list) => parseRates({ base: 'EUR', date: '2026-11-24', rates: Object.fromEntries(list) }),
  ),
  listKind(
    'places: many',
    20_000,
    (index) => ({ name: `Shop ${index}`, latitude: index % 90, longitude: index % 180 }),
    (list) => placesFrom({ latitude: 45, longitude: 4 }, list),
  ),
  listKind(
    'redirects: many',
    5_000,
    (index) => ({ when: 'country: DE', to: `/de/${index}` }),
    (list) => parseRedirectRules(list, { here: 'https://shop.example/', referrer: '', origins: [] }),
  ),
];

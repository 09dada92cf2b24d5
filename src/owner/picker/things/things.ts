import { namesIn } from '../../../rules/text/words.ts';
import type { BlockPart, PartKind } from './block-parts.ts';
import { type Field, lackIn, unpackRows, type Values } from './fields.ts';
import type { Markup } from './markup.ts';

/** What an owner can add to a page. Rules change what is there, so this is to be pasted. */
export type ThingName = 'nearest' | 'select' | 'currencies' | 'shipping' | 'optout' | 'time' | 'hours';

/** What of the page it depends on. */
export interface MarkupPlace {
  /** The list that is written here, or named. */
  readonly part?: BlockPart | undefined;
  /** The language of the page. */
  readonly locale: string;
}

interface Thing {
  readonly name: string;
  /** The page of the docs that says all of it. */
  readonly docs: string;
  readonly fields: readonly Field[];
  readonly needs?: PartKind;
  readonly content: (values: Values, place: MarkupPlace) => readonly (Markup | string)[];
}

const untilAnswer = 'Until there is an answer';

export const things: Readonly<Record<ThingName, Thing>> = {
  nearest: {
    name: 'Nearest shop',
    docs: 'nearest',
    needs: 'places',
    fields: [
      { name: 'template', label: 'Words', kind: 'words', start: 'Our nearest shop: {name}, {distance} away' },
      { name: 'otherwise', label: 'Where it is not known', kind: 'words', start: 'All our shops' },
      { name: 'address', label: 'Address of all shops', kind: 'address', placeholder: '/shops', isOptional: true },
      {
        name: 'locate',
        label: 'Button that asks for the exact place',
        kind: 'words',
        start: 'Use my exact location',
        isOptional: true,
        hint: 'Your proxy gives no place on the map before you allow it (GEOLET_EXPOSE=latitude,longitude). With the button, visitors can give theirs.',
      },
    ],
    content({ template = '', otherwise = '', address = '', locate = '' }, { part }) {
      const hasPages = unpackRows(part?.values?.places ?? '').some(([, , url]) => url);
      const attributes = { places: part?.name ?? '', template, ...(hasPages && { href: '{url}' }) };
      const button = {
        tag: 'button',
        attributes: { type: 'button', slot: 'locate', hidden: '' },
        children: [locate],
      };
      const children = [linkOr(otherwise, address), ...(locate.trim() ? [' ', button] : [])];
      return [{ tag: 'geo-nearest', attributes, children }];
    },
  },
  select: {
    name: 'Country selector',
    docs: 'select',
    fields: [
      { name: 'countries', label: 'Countries', kind: 'countries', hint: 'In the order of the list.', isOptional: true },
      {
        name: 'others',
        label: 'All others',
        kind: 'choice',
        options: [
          ['*', 'After these, by name'],
          ['', 'Not in the list'],
        ],
        isOptional: true,
      },
      { name: 'label', label: 'What it is called', kind: 'words', start: 'Country' },
      { name: 'reset', label: 'Way back to the own place', kind: 'words', start: 'My location', isOptional: true },
    ],
    content: ({ countries = '', others = '', label = '', reset = '' }) =>
      selector({ countries: [countries, others].filter(Boolean).join(' '), label, reset }),
  },
  currencies: {
    name: 'Currency selector',
    docs: 'select',
    fields: [
      { name: 'currencies', label: 'Currencies', kind: 'words', placeholder: 'EUR USD GBP' },
      { name: 'label', label: 'What it is called', kind: 'words', start: 'Currency' },
      { name: 'reset', label: 'Way back to the own currency', kind: 'words', isOptional: true },
    ],
    content: ({ currencies = '', label = '', reset = '' }) =>
      selector({ currencies: currencies.trim().toUpperCase(), label, reset }),
  },
  shipping: {
    name: 'Free-shipping note',
    docs: 'price-lists',
    fields: [
      { name: 'before', label: 'Words before the amount', kind: 'words', start: 'Free delivery from' },
      { name: 'prices', label: 'Amounts', kind: 'prices' },
      { name: 'after', label: 'Words behind it', kind: 'words', isOptional: true },
    ],
    content: ({ before = '', prices = '', after = '' }, { locale }) => [
      `${before.trim()} `,
      { tag: 'geo-currency', attributes: { prices }, children: [firstPriceOf(prices, locale)] },
      ...(after.trim() ? [` ${after.trim()}`] : []),
    ],
  },
  optout: {
    name: 'Opt-out line',
    docs: 'consent',
    fields: [
      {
        name: 'text',
        label: 'Words of the button',
        kind: 'words',
        start: 'Do not sell or share my personal information',
      },
      { name: 'address', label: 'Page about it', kind: 'address', placeholder: '/privacy#opt-out', start: '/privacy' },
      {
        name: 'honored',
        label: 'For visitors whose browser has refused already',
        kind: 'words',
        start: 'Your opt-out signal is honoured.',
        hint: 'Nothing is stopped by itself: the scripts of your site have to ask.',
      },
    ],
    content: ({ text = '', address = '', honored = '' }) => [
      {
        tag: 'geo-optout',
        children: [
          linkOr(text, address),
          ' ',
          { tag: 'span', attributes: { slot: 'honored', hidden: '' }, children: [honored] },
        ],
      },
    ],
  },
  time: {
    name: 'Date and time',
    docs: 'time',
    fields: [
      { name: 'datetime', label: 'When', kind: 'moment' },
      { name: 'timezone', label: 'On the clock of', kind: 'zone' },
      {
        name: 'format',
        label: 'Written',
        kind: 'choice',
        options: [
          ['short', 'Short: Dec 1, 2026, 7:00 PM'],
          ['long', 'Long, with the day of the week'],
          ['time', 'The time alone'],
          ['relative', 'From now: in 3 hours'],
        ],
      },
      { name: 'otherwise', label: untilAnswer, kind: 'words', placeholder: '1 December, 19:00 in Paris' },
    ],
    content: timeOf,
  },
  hours: {
    name: 'Opening hours',
    docs: 'time',
    fields: [
      { name: 'hours', label: 'Days and times', kind: 'words', placeholder: 'mon-fri 09:00-17:30; sat 10:00-14:00' },
      { name: 'timezone', label: 'Time zone of the shop', kind: 'zone' },
      { name: 'open', label: 'While it is open', kind: 'words', start: 'Open until {time}' },
      { name: 'closed', label: 'While it is closed', kind: 'words', start: 'Opens {day} at {time}' },
      { name: 'otherwise', label: untilAnswer, kind: 'words', placeholder: 'Mon to Fri 9:00 to 17:30 in Paris' },
    ],
    content: timeOf,
  },
};

export function isThing(name: unknown): name is ThingName {
  return typeof name === 'string' && Object.hasOwn(things, name);
}

/** What is missing, in words. The rest its own element says. */
export function lackOfThing(name: ThingName, values: Values, part: BlockPart | undefined): string | undefined {
  const lack = lackIn(things[name].fields, values);
  if (lack !== undefined || name !== 'nearest') return lack;
  const asked = namesIn(values.template ?? '');
  if (!asked) return 'In “Words”, a brace has no other half: write {name}.';
  const known = ['name', 'distance', 'latitude', 'longitude', 'url'];
  // A list of the page may have any fields.
  const unknown = part?.values && asked.find((one) => !known.includes(one));
  return unknown && `Your shops have no {${unknown}}: write {name} or {distance}.`;
}

function timeOf({ otherwise = '', ...attributes }: Values): readonly Markup[] {
  return [{ tag: 'geo-time', attributes, children: [otherwise] }];
}

function linkOr(text: string, address: string): Markup | string {
  return address.trim() ? { tag: 'a', attributes: { href: address.trim() }, children: [text] } : text;
}

function selector(given: Values): readonly Markup[] {
  const attributes = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim()));
  return [{ tag: 'geo-select', attributes, children: [given.label ?? ''] }];
}

/** As the page would say it: a list counts where the text says its first price. */
function firstPriceOf(list: string, locale: string): string {
  const [, currency = '', amount = ''] = /^([A-Z]{3}) (\d+(?:\.\d+)?)/.exec(list) ?? [];
  if (!currency) return list;
  const digits = amount.split('.')[1]?.length ?? 0;
  const options = {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const;
  return new Intl.NumberFormat(locale, options).format(Number(amount));
}

import { parsePoint, type Point } from '../../../rules/distance.ts';
import { type Field, lackIn, parseValues, unpackRows, type Values } from './fields.ts';

/** Which part of the settings block: the delivery plans, and the lists of places. */
export type PartKind = 'delivery' | 'places';

/** A plan or a list of the settings block that a change needs. */
export interface BlockPart {
  readonly kind: PartKind;
  readonly name: string;
  /** Undefined: it stands in the block of the page. */
  readonly values?: Values;
}

interface PartRow {
  /** What it is called in the panel. */
  readonly title: string;
  /** Of the first that a page has. */
  readonly name: string;
  readonly hint: string;
  readonly fields: readonly Field[];
  readonly lack: (values: Values) => string | undefined;
  readonly toJson: (values: Values) => unknown;
}

const weeks = [
  ['mon-fri', 'Monday to Friday'],
  ['mon-sat', 'Monday to Saturday'],
  ['sun-sat', 'Every day'],
  ['sun-thu', 'Sunday to Thursday'],
] as const;

const planFields: readonly Field[] = [
  {
    name: 'days',
    label: 'Days on the way',
    kind: 'rows',
    row: 'place',
    start: '*\t',
    columns: [
      { label: 'Where to', kind: 'place' },
      { label: 'Days', kind: 'words', placeholder: '1-2' },
    ],
    hint: 'How many days of the carrier a parcel takes. Where no row is for a visitor, your page stays as it is.',
  },
  { name: 'cutoff', label: 'Leaves the same day until', kind: 'time', isOptional: true },
  { name: 'timezone', label: 'Time zone of your warehouse', kind: 'zone' },
  { name: 'work', label: 'Orders leave', kind: 'choice', options: weeks },
  {
    name: 'carrier',
    label: 'The carrier delivers',
    kind: 'choice',
    options: [['', 'On the same days'], ...weeks],
    isOptional: true,
  },
  { name: 'closures', label: 'Days off', kind: 'words', placeholder: '2026-12-24..26, 01-01', isOptional: true },
];

const placeFields: readonly Field[] = [
  {
    name: 'places',
    label: 'Your shops',
    kind: 'rows',
    row: 'shop',
    columns: [
      { label: 'Name', kind: 'words', placeholder: 'Paris' },
      { label: 'Latitude, longitude', kind: 'words', placeholder: '48.86, 2.35' },
      { label: 'Its page', kind: 'words', placeholder: '/shops/paris' },
    ],
    hint: 'Maps on the web give both numbers: press the right button on a shop, or hold your finger on it. Its page may stay empty.',
  },
];

export const blockParts: Readonly<Record<PartKind, PartRow>> = {
  delivery: {
    title: 'Delivery plan',
    name: 'standard',
    hint: 'How long a parcel takes, and when orders leave. All your texts with this plan follow it.',
    fields: planFields,
    lack(values) {
      const rows = unpackRows(values.days ?? '');
      if (!rows.some((row) => row.every(Boolean))) return 'Write how many days a parcel takes: a place, and 1-2.';
      return rows.every((row) => row.every(Boolean)) ? lackIn(planFields, values) : 'Each row needs a place and days.';
    },
    toJson({ days = '', ...others }) {
      const entries = unpackRows(days).map(([place, count]) => `${place}: ${count}`);
      return { days: entries.join(', '), ...written(others) };
    },
  },
  places: {
    title: 'List of shops',
    name: 'shops',
    hint: 'Where your shops are.',
    fields: placeFields,
    lack(values) {
      const rows = unpackRows(values.places ?? '');
      if (!rows.length) return 'Write down a shop: its name, and where it is.';
      const unnamed = rows.some(([name]) => !name);
      const lost = rows.find(([, position]) => !pointOf(position));
      if (unnamed) return 'Each shop needs a name.';
      return lost && `Write where ${lost[0]} is, as two numbers: 48.86, 2.35.`;
    },
    toJson: ({ places = '' }) =>
      unpackRows(places).map(([name, position, url]) => ({ name, ...pointOf(position), ...written({ url }) })),
  },
};

/** The first shop of a list that is written here. */
export function firstPlace({ values }: BlockPart): (Point & { readonly name: string }) | undefined {
  const [[name = '', position] = []] = unpackRows(values?.places ?? '');
  const point = pointOf(position);
  return point && { name, ...point };
}

function written(values: Readonly<Record<string, string | undefined>>): Values {
  return parseValues(Object.fromEntries(Object.entries(values).filter(([, value]) => value?.trim())));
}

/** `48.8566, 2.3522`, as maps give it, or `48,8566 2,3522`. */
function pointOf(position = ''): Point | undefined {
  const number = /(-?\d+(?:[.,]\d+)?)/.source;
  const [, ...both] = new RegExp(`^${number}\\s*[\\s,;]\\s*${number}$`).exec(position.trim()) ?? [];
  const [latitude = '', longitude = ''] = both.map((text) => text.replace(',', '.'));
  return parsePoint({ latitude, longitude });
}

/** What a plan or a list lacks, in words. */
export function lackOf({ kind, name, values }: BlockPart): string | undefined {
  const { title, fields, lack } = blockParts[kind];
  const [first] = fields;
  const isMissing = values && first && values[first.name] === (first.start ?? '');
  const words = values && lack(values);
  return words && isMissing ? `The ${title.toLowerCase()} “${name}” is missing. ${words}` : words;
}

/** @param listed the plans or lists of a settings block, by their names. */
export function namesIn(listed: unknown): readonly string[] {
  return typeof listed === 'object' && listed ? Object.keys(listed) : [];
}

/** A name that no plan or list of the page has. */
export function freeName(taken: readonly string[], kind: PartKind): string {
  const { name } = blockParts[kind];
  const names = [name, ...taken.map((_one, index) => `${name}-${index + 2}`)];
  return names.find((one) => !taken.includes(one)) ?? name;
}

/** What changes need of the settings block, in place of what it has. */
export function partsJson(
  needs: readonly (BlockPart | undefined)[],
  block: (name: PartKind) => unknown,
): Readonly<Partial<Record<PartKind, object>>> {
  const made: Partial<Record<PartKind, object>> = {};
  for (const part of needs) {
    if (!part?.values) continue;
    const { kind, name, values } = part;
    made[kind] = { ...Object(made[kind] ?? block(kind)), [name]: blockParts[kind].toJson(values) };
  }
  return made;
}

export function parsePart(given: unknown): BlockPart | undefined {
  const { kind, name, values } = Object(given) as Record<string, unknown>;
  if ((kind !== 'delivery' && kind !== 'places') || typeof name !== 'string') return undefined;
  return { kind, name, ...(values !== undefined && { values: parseValues(values) }) };
}

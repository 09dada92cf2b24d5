/**
 * What a page must show, written by hand and not read from the rules: 14 regions, each without and with Global Privacy
 * Control, with the proxy's default setting (`GEOLET_GPC=country`).
 *
 * - `-` no block of the states shows;
 * - `states` both do: the one for `group: usoptout`, and the one for `group: usoptout unknown`;
 * - `maybe` only the second does: the state is not known, or the place is not.
 */
type Blocks = '-' | 'states' | 'maybe';

interface Region {
  readonly name: string;
  /** What the service says of such a visitor. */
  readonly record: Readonly<Record<string, unknown>>;
  readonly withoutSignal: Blocks;
  readonly withSignal: Blocks;
}

const inUnion = { countryCode: 'US', countryName: 'United States', continentCode: 'NA', isEU: false };
const abroad = { continentCode: 'XX', isEU: false };
const inEurope = { continentCode: 'EU', isEU: true };

// prettier-ignore
export const regions: readonly Region[] = [
  { name: 'US-CA',   record: { ...inUnion, stateCode: 'CA', city: 'Fresno' },          withoutSignal: 'states', withSignal: 'maybe' },
  { name: 'US-CO',   record: { ...inUnion, stateCode: 'CO', city: 'Denver' },          withoutSignal: 'states', withSignal: 'maybe' },
  { name: 'US-TX',   record: { ...inUnion, stateCode: 'TX', city: 'Austin' },          withoutSignal: 'states', withSignal: 'maybe' },
  { name: 'US-MN',   record: { ...inUnion, stateCode: 'MN', city: 'Duluth' },          withoutSignal: 'states', withSignal: 'maybe' },
  { name: 'US-NY',   record: { ...inUnion, stateCode: 'NY', city: 'New York' },        withoutSignal: '-',      withSignal: 'maybe' },
  { name: 'US',      record: inUnion,                                                  withoutSignal: 'maybe',  withSignal: 'maybe' },
  { name: 'CA-QC',   record: { ...abroad, countryCode: 'CA', stateCode: 'QC' },        withoutSignal: '-',      withSignal: '-' },
  { name: 'GB',      record: { ...inEurope, isEU: false, countryCode: 'GB' },          withoutSignal: '-',      withSignal: '-' },
  { name: 'DE',      record: { ...inEurope, countryCode: 'DE', stateCode: 'BE' },      withoutSignal: '-',      withSignal: '-' },
  { name: 'FR',      record: { ...inEurope, countryCode: 'FR', stateCode: 'ARA' },     withoutSignal: '-',      withSignal: '-' },
  { name: 'CH',      record: { ...inEurope, isEU: false, countryCode: 'CH' },          withoutSignal: '-',      withSignal: '-' },
  { name: 'BR',      record: { ...abroad, countryCode: 'BR', stateCode: 'SP' },        withoutSignal: '-',      withSignal: '-' },
  { name: 'JP',      record: { ...abroad, countryCode: 'JP', stateCode: '13' },        withoutSignal: '-',      withSignal: '-' },
  { name: 'unknown', record: { isMobile: false },                                      withoutSignal: 'maybe',  withSignal: 'maybe' },
];

/** Without consent nothing is known of the place, wherever it is. */
const withoutRecord: Blocks = 'maybe';

export const choices = ['none', 'opted out', 'taken back'] as const;
export const consents = ['not required', 'not given', 'given', 'withdrawn'] as const;

/** One visitor: where, with which browser, and what they have decided on an earlier page. */
export interface Cell {
  readonly region: Region;
  readonly signal: boolean;
  readonly choice: (typeof choices)[number];
  readonly consent: (typeof consents)[number];
}

/** What is seen of a page. */
export interface Seen {
  /** The blocks that show, in the order of the page: gpc, states, maybe, class. */
  readonly blocks: readonly string[];
  /** `geolet.optOut`. */
  readonly optOut: unknown;
  /** What `<geo-optout>` shows: that the signal is honoured, or its button. */
  readonly element: 'honored' | 'pressed' | 'not pressed' | 'both or none';
  /** Whether this page has asked for the record. One that the server writes has it already. */
  readonly asked: boolean;
  /** Whether the refusal is stored, for the next page. */
  readonly stored: boolean;
}

/** @param embedded whether the server writes the record into the page. */
export function expectedOf({ region, signal, choice, consent }: Cell, embedded: boolean): Seen {
  const isKnown = consent === 'not required' || consent === 'given';
  const place = signal ? region.withSignal : region.withoutSignal;
  const blocks = isKnown ? place : withoutRecord;
  const refused = choice === 'opted out';
  return {
    blocks: [
      ...(signal ? ['gpc'] : []),
      ...{ '-': [], states: ['states', 'maybe', 'class'], maybe: ['maybe'] }[blocks],
    ],
    optOut: signal ? 'signal' : refused,
    element: elementOf(signal, refused),
    asked: isKnown && !embedded,
    stored: refused,
  };
}

function elementOf(signal: boolean, refused: boolean): Seen['element'] {
  if (signal) return 'honored';
  return refused ? 'pressed' : 'not pressed';
}

export const cells: readonly Cell[] = regions.flatMap((region) =>
  [false, true].flatMap((signal) =>
    choices.flatMap((choice) => consents.map((consent) => ({ region, signal, choice, consent }))),
  ),
);

/**
 * Half of them, in which each region, signal and choice still stand together in some consent, and so do any other three:
 * the fourth has values at even and at odd places, so that one of them makes the sum even.
 */
export const halfOfCells: readonly Cell[] = cells.filter(
  ({ region, signal, choice, consent }) =>
    (regions.indexOf(region) + Number(signal) + choices.indexOf(choice) + consents.indexOf(consent)) % 2 === 0,
);

export function nameOf({ region, signal, choice, consent }: Cell): string {
  return `${region.name}, ${signal ? 'with' : 'without'} the signal, choice: ${choice}, consent: ${consent}`;
}

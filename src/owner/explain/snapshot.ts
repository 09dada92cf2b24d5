import type { Facts } from '../../rules/facts.ts';
import type { Source } from '../../widget/visitor/visitor.ts';

/** What answers are worked out from, and where it comes from. */
export interface Snapshot {
  /** Undefined before `geo-ready` and after `destroy()`. */
  readonly facts: Facts | undefined;
  readonly source: Source;
  /** Seconds since the lookup. */
  readonly age: number;
  /** Why there is no record. Used only without a record. */
  readonly missing: string;
  /** Whether the browser sends Global Privacy Control. */
  readonly privacyControl: boolean;
}

const origins: Readonly<Record<Source, string>> = {
  network: "by the proxy's answer on this page view (network)",
  cache: 'by an earlier answer, kept in this browser (cache)',
  embedded: "by the page's own HTML, into which the server has put it (embedded)",
  header: "by a header of the page's own response, which names the country (header)",
  choice: 'by their own choice, which wins over every lookup (choice)',
  link: 'by the choice that a link to the page carries, for the session of this tab; geolet.reset() ends it (link)',
  preview: 'because the page is previewed as another visitor (preview)',
  guess: "by the browser's time zone and language, until the lookup answers (guess)",
  none: '',
};

/** Where the visitor is, where that is known from, and how old it is. */
export function describeRecord({ facts, source, age, missing }: Snapshot): string {
  const record = facts?.record;
  if (!record) return `The visitor's location is unknown: ${missing}.`;
  const place = [record.city, record.stateCode, record.countryCode].filter(Boolean).join(', ');
  const wasLookedUp = source === 'network' || source === 'cache' || source === 'embedded';
  const where = place ? `in ${place}` : 'at an unknown location';
  const when = wasLookedUp ? `, ${describeAge(age)} ago` : '';
  return `The visitor is ${where}, ${origins[source]}${when}.`;
}

function describeAge(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
}

import type { VisitorRecord } from '../../record/record.ts';
import type { Clause } from '../../rules/conditions/clause.ts';
import type { ConditionName } from '../../rules/conditions/condition-table.ts';
import { hasStates } from '../../rules/conditions/groups.ts';
import { distanceKm, parseArea, parsePoint } from '../../rules/distance.ts';
import type { Facts } from '../../rules/facts.ts';

type Say = (record: VisitorRecord, facts: Facts, clause: Clause) => string | undefined;

const own = (what: string, value: string | undefined) => (value ? `the visitor's ${what} is ${value}` : undefined);
const country: Say = ({ countryCode }) => own('country', countryCode);
const state: Say = ({ countryCode, stateCode }) =>
  stateCode ? own('state', [countryCode, stateCode].filter(Boolean).join('-')) : own('country', countryCode);

/** What is known under each name of a condition, in words; undefined where nothing is. */
export const valueIn: Readonly<Record<ConditionName, Say>> = {
  country,
  group: (record, facts, clause) => (clause.values.some(hasStates) ? state : country)(record, facts, clause),
  state,
  subregion: ({ region }) => own('subregion', region),
  continent: ({ continentCode }) => own('continent', continentCode),
  city: ({ city }) => own('city', city),
  postal: ({ postalCode }) => own('postal code', postalCode),
  eu: ({ isEU }) => (isEU === undefined ? isEU : `the visitor is ${isEU ? '' : 'not '}in the European Union`),
  currency: ({ currencyCode }) => own('currency', currencyCode),
  language: (_record, { page }) => (page.language ? `the browser's first language is ${page.language}` : undefined),
  timezone: (_record, { page }) => (page.timezone ? `the browser's time zone is ${page.timezone}` : undefined),
  device: ({ deviceType }) => own('device', deviceType),
  mobile: ({ isMobile }) =>
    isMobile === undefined ? isMobile : `the visitor is ${isMobile ? '' : 'not '}on a phone or a mobile connection`,
  os: ({ OS }) => own('system', OS),
  isp: ({ ISP }) => own('network', ISP),
  asn: ({ ASN }) => own('network', ASN === undefined ? ASN : `AS${ASN}`),
  color: (_record, { page }) => (page.color ? `the visitor's system is set to ${page.color}` : undefined),
  near({ latitude, longitude }, _facts, { values }) {
    const point = parsePoint({ latitude, longitude });
    const area = parseArea(values.find((value) => parseArea(value)) ?? '');
    return (
      point &&
      (area ? `the visitor is ${Math.round(distanceKm(area.centre, point))} km away` : 'the visitor is somewhere known')
    );
  },
  'local-time': (_record, { page: { timezone, now } }) =>
    timezone === undefined || now === undefined
      ? undefined
      : `the clock in ${timezone} shows ${clockIn(timezone, now)}`,
  referrer: (_record, { page }) => (page.referrer ? `the visitor came from ${page.referrer}` : undefined),
  path: (_record, { page }) => (page.path ? `the page's path is ${page.path}` : undefined),
  query: (_record, { page }) =>
    page.query ? `the page's address has ${page.query}` : "the page's address has no query",
  returning: (_record, { page }) =>
    page.returning === undefined
      ? undefined
      : `the visitor has ${page.returning ? '' : 'not '}been here before this visit`,
  gpc: (_record, { page }) => `the browser ${page.gpc ? 'sends' : 'does not send'} Global Privacy Control`,
};

function clockIn(timeZone: string, now: number): string {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    }).format(now);
  } catch {
    return 'an unknown time';
  }
}

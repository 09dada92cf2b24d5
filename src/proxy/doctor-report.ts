import { type AddressReport, cdnHeaders } from './address-report.ts';

/** Asks the proxy how it found the address of this one request, and the header in which it answers. */
export const reportHeaders = { request: 'x-geolet-examine', answer: 'x-geolet-report' } as const;

/**
 * Addresses that the doctor claims as its own, in headers that nobody should believe. Universities and data centres
 * move seldom.
 */
export const lies = [
  { address: '13.208.10.1', country: 'JP' },
  { address: '200.144.1.1', country: 'BR' },
] as const;

/**
 * How an address was found, and how old the data are. Everybody may ask, each about a request of their own: it holds
 * counts and kinds, no address, no setting but the name of the host whose headers are read, and no header's name but a
 * CDN's own, so that nobody learns more than a few tries would tell them.
 */
export interface DoctorReport extends AddressReport {
  /** Whether the address is one of the doctor's lies. */
  readonly isLie: boolean;
  /**
   * Whose headers say where the visitor is: a name of `header-sources.ts`, `own`, or an adapter's. Undefined with a
   * service.
   */
  readonly host: string | undefined;
  /** Whether they said what the doctor claims. */
  readonly isForgedPlace: boolean;
  /** Whether the owner keeps the country from pages. */
  readonly isCountryWithheld: boolean;
  /** The day on which the oldest data in use were built; undefined where the service does not tell. */
  readonly dataDate: string | undefined;
}

export const isLie = (address: string): boolean => lies.some((lie) => lie.address === address);

export function writeReport({
  isPublic,
  isLie,
  isTrusted,
  read,
  unread,
  missing,
  cdnHeader,
  host,
  isForgedPlace,
  isCountryWithheld,
  dataDate,
}: DoctorReport): string {
  const parts = [
    `address=${isLie ? 'lie' : isPublic ? 'public' : 'private'}`,
    `read=${read}`,
    `unread=${unread}`,
    `missing=${missing}`,
    ...(isTrusted ? ['trusted'] : []),
    ...(cdnHeader === undefined ? [] : [`cdn=${cdnHeader}`]),
    ...(host === undefined ? [] : [`host=${host}`]),
    ...(isForgedPlace ? ['forged-place'] : []),
    ...(isCountryWithheld ? ['country-withheld'] : []),
    ...(dataDate === undefined ? [] : [`data=${dataDate}`]),
  ];
  return parts.join(', ');
}

/** @returns undefined for what no proxy of ours wrote. */
export function readReport(text: string | undefined): DoctorReport | undefined {
  const parts = new Map(
    (text ?? '').split(/,\s*/).map((part) => [part.replace(/=.*/, ''), part.replace(/^[^=]*=?/, '')]),
  );
  const [read, unread, missing] = ['read', 'unread', 'missing'].map((name) =>
    /^\d{1,4}$/.test(parts.get(name) ?? '') ? Number(parts.get(name)) : undefined,
  );
  const kind = parts.get('address');
  if (
    kind === undefined ||
    !/^(lie|public|private)$/.test(kind) ||
    read === undefined ||
    unread === undefined ||
    missing === undefined
  )
    return undefined;
  const dataDate = parts.get('data');
  return {
    isPublic: kind !== 'private',
    isLie: kind === 'lie',
    isTrusted: parts.has('trusted'),
    read,
    unread,
    missing,
    cdnHeader: cdnHeaders.find((name) => name === parts.get('cdn')),
    host: parts.get('host'),
    isForgedPlace: parts.has('forged-place'),
    isCountryWithheld: parts.has('country-withheld'),
    dataDate: dataDate !== undefined && !Number.isNaN(Date.parse(dataDate)) ? dataDate : undefined,
  };
}

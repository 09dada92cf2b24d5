import { type AddressReport, cdnHeaders } from '../address/address-report.ts';

/** The header that asks the proxy how it found the address of this request, and the header with its report. */
export const reportHeaders = { request: 'x-geolet-examine', response: 'x-geolet-report' } as const;

/**
 * Addresses that the doctor forges, in headers that no proxy should believe. They belong to universities and data
 * centres, which seldom move.
 */
export const forgedAddresses = [
  { address: '13.208.10.1', country: 'JP' },
  { address: '200.144.1.1', country: 'BR' },
] as const;

/**
 * How an address was found, and how old the data are. Anyone may ask for it, about their own request. So it has only
 * counts and kinds: no address, no setting except the name of the host whose headers are read, and no name of a header
 * except a CDN's. It shows no more than a few requests would show.
 */
export interface DoctorReport extends AddressReport {
  /** Whether the address is one that the doctor forged. */
  readonly isForged: boolean;
  /**
   * Whose headers say where the visitor is: a name of `header-sources.ts`, `own`, or an adapter's. Undefined with a
   * service.
   */
  readonly host: string | undefined;
  /** Whether they said what the doctor forged. */
  readonly isForgedPlace: boolean;
  /** Whether pages do not get the country. */
  readonly isCountryWithheld: boolean;
  /** The day on which the oldest data in use were built; undefined if the service does not say. */
  readonly dataDate: string | undefined;
}

export function isForged(address: string): boolean {
  return forgedAddresses.some((forged) => forged.address === address);
}

export function writeReport(report: DoctorReport): string {
  const { read, unread, missing, cdnHeader, host, dataDate } = report;
  const parts = [
    `address=${kindOf(report)}`,
    `read=${read}`,
    `unread=${unread}`,
    `missing=${missing}`,
    ...(report.isTrusted ? ['trusted'] : []),
    ...(cdnHeader === undefined ? [] : [`cdn=${cdnHeader}`]),
    ...(host === undefined ? [] : [`host=${host}`]),
    ...(report.isForgedPlace ? ['forged-place'] : []),
    ...(report.isCountryWithheld ? ['country-withheld'] : []),
    ...(dataDate === undefined ? [] : [`data=${dataDate}`]),
  ];
  return parts.join(', ');
}

/** Proxies and doctors of different versions meet, so these words stay as they are. */
function kindOf(report: DoctorReport): 'forged' | 'public' | 'private' {
  if (report.isForged) return 'forged';
  return report.isPublic ? 'public' : 'private';
}

/** @returns undefined for anything that no proxy of ours wrote. */
export function readReport(text: string | undefined): DoctorReport | undefined {
  const parts = new Map(
    (text ?? '').split(/,\s*/).map((part) => [part.replace(/=.*/, ''), part.replace(/^[^=]*=?/, '')]),
  );
  const [read, unread, missing] = ['read', 'unread', 'missing'].map((name) =>
    /^\d{1,4}$/.test(parts.get(name) ?? '') ? Number(parts.get(name)) : undefined,
  );
  const kind = parts.get('address') ?? '';
  if (!/^(forged|public|private)$/.test(kind) || read === undefined || unread === undefined || missing === undefined)
    return undefined;
  const dataDate = parts.get('data');
  return {
    isPublic: kind !== 'private',
    isForged: kind === 'forged',
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

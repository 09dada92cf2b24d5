import { BoundedMap } from '../../http/bounded-map.ts';
import type { Address } from '../../record/address.ts';
import { sendsPrivacyControl, visitorHeaders, visitorRefererHeader } from '../../record/operations.ts';
import type { VisitorRecord } from '../../record/record.ts';
import type { VisitorRequest } from '../request/visitor-request.ts';

/** What the proxy looks up for one request of a visitor. Nothing else of the request reaches the service. */
export interface Lookup {
  /** The ID of the request, which the service gets too, so that it is the same in all logs. */
  readonly id: string;
  readonly address: Address;
  /** Host and port of the request: one proxy may serve several sites. */
  readonly site: string;
  /** The visitor's own headers that are passed on. */
  readonly headers: Readonly<Partial<Record<PassedHeader, string>>>;
  /** https://www.w3.org/TR/gpc/ */
  readonly globalPrivacyControl: boolean;
  /** Where the address is, if the host knows it. */
  readonly place: VisitorRecord | undefined;
}

export const passedHeaders = [...visitorHeaders, visitorRefererHeader] as const;

export type PassedHeader = (typeof passedHeaders)[number];

/** Longer values are cut off. Real ones are shorter, and reading a long one may take the service long. */
export const maxHeaderLength = 1024;

export function readLookup(request: VisitorRequest, known: Pick<Lookup, 'id' | 'address' | 'site' | 'place'>): Lookup {
  const headers: Partial<Record<PassedHeader, string>> = {};
  for (const name of visitorHeaders) {
    const value = readHeader(request, name);
    if (value !== undefined) headers[name] = value;
  }
  const referer = readPage(request.headers.get(visitorRefererHeader));
  if (referer !== undefined) headers[visitorRefererHeader] = referer;
  const { id, address, site, place } = known;
  return { id, address, site, headers, globalPrivacyControl: sendsPrivacyControl(request.headers), place };
}

function readHeader(request: VisitorRequest, name: PassedHeader): string | undefined {
  const value = request.headers.get(name);
  if (value === null) return undefined;
  if (name === 'referer') return readPage(value);
  if (value.length <= maxHeaderLength && /^[!-~](?:[ -~]*[!-~])?$/.test(value)) return value;
  const clean = value
    .slice(0, maxHeaderLength)
    .replace(/[^\x20-\x7e]+/g, '')
    .trim();
  return clean === '' ? undefined : clean;
}

/** The pages of a site are few, and many visit each. Longer addresses are read each time. */
const readPages = new BoundedMap<string, string>(1000);

/** A page without credentials, query and fragment, which may identify a person or grant access. */
function readPage(text: string | null): string | undefined {
  if (text === null) return undefined;
  const known = readPages.get(text);
  if (known !== undefined) return known;
  const page = parsePage(text);
  if (page !== undefined && text.length <= 256) readPages.put(text, page);
  return page;
}

function parsePage(text: string): string | undefined {
  if (text.length > 8192 || !URL.canParse(text)) return undefined;
  const { protocol, origin, pathname } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  return `${origin}${pathname}`.slice(0, maxHeaderLength);
}

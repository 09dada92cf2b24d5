import type { Address } from '../record/address.ts';
import { visitorHeaders, visitorRefererHeader } from '../record/operations.ts';
import type { VisitorRecord } from '../record/record.ts';
import type { VisitorRequest } from './visitor-request.ts';

/** What the proxy knows about one visitor's request, and all of it that leaves for the service. */
export interface Visit {
  /** Of the request; the service is told it, so that one name runs through all logs. */
  readonly id: string;
  readonly address: Address;
  /** Host and port that were asked: one proxy may stand on several sites. */
  readonly site: string;
  /** The visitor's own headers as they are passed on: these names and no others. */
  readonly headers: Readonly<Partial<Record<PassedHeader, string>>>;
  /** https://www.w3.org/TR/gpc/ */
  readonly globalPrivacyControl: boolean;
  /** Where the host says that the address is. */
  readonly place: VisitorRecord | undefined;
}

export const passedHeaders = [...visitorHeaders, visitorRefererHeader] as const;

export type PassedHeader = (typeof passedHeaders)[number];

/** Longer values are cut: no honest one is, and what parses them upstream may be slow. */
const maxHeaderLength = 1024;

export function readVisit(
  request: VisitorRequest,
  address: Address,
  site: string,
  place: VisitorRecord | undefined,
  id: string,
): Visit {
  const headers: Partial<Record<PassedHeader, string>> = {};
  for (const name of visitorHeaders) {
    const value = readHeader(request, name);
    if (value !== undefined) headers[name] = value;
  }
  const cameFrom = readPage(request.headers.get(visitorRefererHeader));
  if (cameFrom !== undefined) headers[visitorRefererHeader] = cameFrom;
  return { id, address, site, headers, globalPrivacyControl: request.headers.get('sec-gpc') === '1', place };
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

/** The page without what may identify a person or grant access: credentials, query and fragment. */
function readPage(text: string | null): string | undefined {
  if (text === null || text.length > 8192 || !URL.canParse(text)) return undefined;
  const { protocol, origin, pathname } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  return `${origin}${pathname}`.slice(0, maxHeaderLength);
}

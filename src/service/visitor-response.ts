import { dataDateHeader } from '../record/operations.ts';
import { deviceFacts } from './device/device-facts.ts';
import type { Attribution } from './geo/attribution.ts';
import type { AddressFacts } from './geo/address-facts.ts';
import type { GeoData } from './geo/geo-data.ts';
import type { RequestHeaders } from './request.ts';
import { type Headers, type RecordParts, type ServiceResponse, withCommon } from './response.ts';
import { visitorAddress } from './visitor-address.ts';

/**
 * The response to get-visitor-data, once the caller may have it.
 *
 * @param quota the headers with the state of the caller's limit.
 * @throws ServiceError 400 when the headers name no visitor.
 */
export function visitorResponse(geo: GeoData, headers: RequestHeaders, quota?: Headers): ServiceResponse {
  const address = visitorAddress(headers);
  const facts = geo.about(address);
  const visit = { ...deviceFacts(headers, facts.isCellular), IP: address.text };
  const common = headersAbout(geo);
  return new RecordResponse(quota === undefined ? common : { ...common, ...quota }, facts, visit);
}

/** A class, since an object literal with a getter keeps what it was made from in memory. */
class RecordResponse implements ServiceResponse {
  readonly status = 200;
  readonly headers: Headers;
  readonly record: RecordParts;
  readonly #facts: AddressFacts;

  constructor(headers: Headers, facts: AddressFacts, visit: RecordParts['visit']) {
    this.headers = headers;
    this.record = { place: facts.fields, visit };
    this.#facts = facts;
  }

  get body(): string {
    return joinObjects(this.#facts.json, JSON.stringify(this.record.visit));
  }
}

/** The headers of every record from these data. */
let ofData: { readonly attributions: readonly Attribution[]; readonly headers: Headers } | undefined;

function headersAbout({ attributions, date }: GeoData): Headers {
  if (ofData?.attributions !== attributions)
    ofData = { attributions, headers: withCommon({ ...licenceLink(attributions), ...dataDate(date) }) };
  return ofData.headers;
}

/** Joins two objects that are JSON text. The second is never empty. */
function joinObjects(first: string, second: string): string {
  return first === '{}' ? second : `${first.slice(0, -1)},${second.slice(1)}`;
}

/** https://www.rfc-editor.org/rfc/rfc8288, https://www.iana.org/assignments/link-relations (license) */
function licenceLink(attributions: readonly Attribution[]): Record<string, string> {
  return attributions.length === 0 ? {} : { link: attributions.map(({ url }) => `<${url}>; rel="license"`).join(', ') };
}

/** Lets the owner of a page see that data are old: lookups still work with old data. */
function dataDate(date: string | undefined): Record<string, string> {
  return date === undefined ? {} : { [dataDateHeader]: date };
}

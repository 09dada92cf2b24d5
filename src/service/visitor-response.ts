import { dataDateHeader } from '../record/operations.ts';
import { deviceFacts } from './device/device-facts.ts';
import type { Attribution } from './geo/attribution.ts';
import type { GeoData } from './geo/geo-data.ts';
import type { RequestHeaders } from './request.ts';
import { jsonTextResponse, type ServiceResponse } from './response.ts';
import { visitorAddress } from './visitor-address.ts';

/**
 * The response to get-visitor-data, once the caller may have it.
 *
 * @param quota the headers with the state of the caller's limit.
 * @throws ServiceError 400 when the headers name no visitor.
 */
export function visitorResponse(
  geo: GeoData,
  headers: RequestHeaders,
  quota: Readonly<Record<string, string>> = {},
): ServiceResponse {
  const address = visitorAddress(headers);
  const { json, isCellular } = geo.about(address);
  const device = JSON.stringify({ ...deviceFacts(headers, isCellular), IP: address.text });
  return jsonTextResponse(200, joinObjects(json, device), {
    ...quota,
    ...licenceLink(geo.attributions),
    ...dataDate(geo.date),
  });
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

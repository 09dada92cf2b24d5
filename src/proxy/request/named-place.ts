import type { VisitorRequest } from './visitor-request.ts';

/**
 * Whether the page of this visitor was sent with a header that names another country or state than the record
 * (docs/header.md). The widget says what the header names once it differs: `HEAD /geo?header=JP`, without a body.
 *
 * @param record the visitor's record as JSON, as the page gets it.
 */
export function isOtherPlace({ method, url }: VisitorRequest, record: string): boolean {
  const [, country, state] = (method === 'HEAD' && /[?&]header=([A-Z]{2})(?:-([A-Z\d]{1,3}))?$/.exec(url)) || [];
  if (country === undefined) return false;
  const { countryCode, stateCode }: Readonly<Record<string, unknown>> = JSON.parse(record);
  return countryCode !== country || (state !== undefined && stateCode !== undefined && stateCode !== state);
}

import { type Address, parseAddress, parseForwardedAddress } from '../record/address.ts';
import { visitorAddressHeader } from '../record/operations.ts';
import type { RequestHeaders } from './request.ts';
import { ServiceError } from './service-error.ts';

/**
 * The visitor's address: `X-Visitor-IP`, else the first address in `X-Forwarded-For`. The service trusts the holder of
 * the key. The proxy makes sure that visitors can't choose it.
 *
 * @throws ServiceError 400 instead of a guess: a wrong guess gives another visitor's record.
 */
export function visitorAddress(headers: RequestHeaders): Address {
  const named = headers.get(visitorAddressHeader);
  if (named !== null) {
    const address = parseAddress(named);
    if (address === undefined) throw new ServiceError(400, 'X-Visitor-IP is not one IPv4 or IPv6 address.');
    return address;
  }
  for (const token of headers.get('x-forwarded-for')?.split(',') ?? []) {
    const address = parseForwardedAddress(token);
    if (address !== undefined) return address;
  }
  throw new ServiceError(400, 'Neither X-Visitor-IP nor X-Forwarded-For carries an IP address.');
}

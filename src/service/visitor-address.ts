import { type Address, parseAddress, parseForwardedAddress } from '../record/address.ts';
import { visitorAddressHeader } from '../record/operations.ts';
import { memoize } from './memoize.ts';
import type { RequestHeaders } from './question.ts';
import { ServiceError } from './service-error.ts';

/** A visitor's requests come together. Longer than any address is not worth remembering. */
const remember = memoize(10_000, parseAddress);
const parseOnce = (text: string) => (text.length > 64 ? parseAddress(text) : remember(text));

/**
 * The address that a record is asked for: `X-Visitor-IP`, else the first address found in `X-Forwarded-For`. The key's
 * holder is believed about it; that no visitor has a say in it is the proxy's business.
 *
 * @throws ServiceError 400 rather than guess: a wrong guess is somebody else's record.
 */
export function visitorAddress(headers: RequestHeaders): Address {
  const named = headers.get(visitorAddressHeader);
  if (named !== null) {
    const address = parseOnce(named);
    if (address === undefined) throw new ServiceError(400, 'X-Visitor-IP is not one IPv4 or IPv6 address.');
    return address;
  }
  for (const token of headers.get('x-forwarded-for')?.split(',') ?? []) {
    const address = parseForwardedAddress(token);
    if (address !== undefined) return address;
  }
  throw new ServiceError(400, 'Neither X-Visitor-IP nor X-Forwarded-For carries an IP address.');
}

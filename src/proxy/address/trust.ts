// @guard visitors
import { trustsEverybody } from '../../http/trusted-hops.ts';
import { type AddressRange, parseAddressRange } from '../../record/address.ts';
import { refuseOption } from '../../http/read-settings.ts';

/** Which servers may name the visitor: none, this many in front of the proxy, or those at these addresses. */
export type Trust = 'none' | number | readonly AddressRange[];

export function parseTrust(trust: 'none' | number | readonly string[]): Trust {
  if (trust === 'none') return trust;
  if (typeof trust === 'number') return parseHops(trust);
  if (trust.length === 0)
    refuseOption('trust', 'is an empty list', 'write "none", or the addresses of the servers in front of the proxy');
  const ranges = trust.map(parseTrustedRange);
  if (trustsEverybody(ranges))
    refuseOption('trust', `trusts every visitor with ${trust.join(' ')}`, 'name your servers, or give their number');
  return ranges;
}

function parseHops(hops: number): number {
  if (Number.isInteger(hops) && hops >= 1 && hops <= 16) return hops;
  return refuseOption('trust', `is ${hops}`, 'give the number of servers in front of the proxy, 1 to 16, or "none"');
}

function parseTrustedRange(text: string): AddressRange {
  if (/^\d+$/.test(text))
    return refuseOption(
      'trust',
      `has the number ${text} and something else`,
      'write a number alone, or a list of addresses and ranges; a comment needs a line of its own',
    );
  const range = parseAddressRange(text);
  if (range === undefined)
    return refuseOption(
      'trust',
      `has ${JSON.stringify(text)}`,
      'write the number of servers in front, such as 1, or their addresses or ranges, such as 10.0.0.0/8 or 2001:db8::/32, or none',
    );
  return range;
}

import { describe, expect, it } from 'vitest';
import { parseTrust } from '../../../src/proxy/trust.ts';
import { findVisitor, isTrustedPeer } from '../../../src/proxy/visitor-address.ts';

const ranges = ['10.0.0.0/8', 'fe80::1'];

describe('whoever opened the connection', () => {
  it.each(['10.1.2.3', '127.0.0.1', ''])('speaks for itself where nobody is trusted: %j', (ip) => expect(isTrustedPeer({ ip }, parseTrust('none'))).toBe(false));

  it.each([1, 16])('is a server where %d stand in front', (servers) => expect(isTrustedPeer({ ip: '192.0.2.1' }, parseTrust(servers))).toBe(true));

  it.each(['10.1.2.3', '::ffff:10.1.2.3', 'fe80::1%eth0'])('is a server of the list: %s', (ip) => expect(isTrustedPeer({ ip }, parseTrust(ranges))).toBe(true));

  it.each(['11.1.2.3', 'fe80::2%eth0', '', 'unknown', '%eth0'])('is none of the list: %j', (ip) => {
    expect(isTrustedPeer({ ip }, parseTrust(ranges))).toBe(false);
    const request = { method: 'GET', url: 'https://shop.example/geo', headers: new Headers({ 'x-forwarded-for': '9.9.9.9' }), signal: new AbortController().signal };
    expect(findVisitor(request, { ip }, { trust: parseTrust(ranges), trustHeader: 'x-forwarded-for' })).toMatchObject({ read: 0 });
  });
});

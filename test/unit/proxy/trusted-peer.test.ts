import { describe, expect, it } from 'vitest';
import { parseTrust } from '../../../src/proxy/address/trust.ts';
import { findVisitorAddress, isTrustedPeer } from '../../../src/proxy/address/visitor-address.ts';

const ranges = ['10.0.0.0/8', 'fe80::1'];

const found = (ip: string, trust: Parameters<typeof parseTrust>[0], headers: Record<string, string>) => {
  const { signal } = new AbortController();
  const request = { method: 'GET', url: 'https://shop.example/geo', headers: new Headers(headers), signal };
  return findVisitorAddress(request, { ip }, { trust: parseTrust(trust), trustHeader: 'x-forwarded-for' });
};

describe('whoever opened the connection', () => {
  it.each(['10.1.2.3', '127.0.0.1', ''])('speaks for itself where nobody is trusted: %j', (ip) =>
    expect(isTrustedPeer({ ip }, parseTrust('none'))).toBe(false),
  );

  it.each([1, 16])('is a server where %d stand in front', (servers) =>
    expect(isTrustedPeer({ ip: '192.0.2.1' }, parseTrust(servers))).toBe(true),
  );

  it.each(['10.1.2.3', '::ffff:10.1.2.3', 'fe80::1%eth0'])('is a server of the list: %s', (ip) =>
    expect(isTrustedPeer({ ip }, parseTrust(ranges))).toBe(true),
  );

  it.each(['11.1.2.3', 'fe80::2%eth0', '', 'unknown', '%eth0'])('is none of the list: %j', (ip) => {
    expect(isTrustedPeer({ ip }, parseTrust(ranges))).toBe(false);
    const unbelieved = { believedCount: 0, unbelieved: [{ text: '9.9.9.9' }] };
    expect(found(ip, ranges, { 'x-forwarded-for': '9.9.9.9' })).toMatchObject(unbelieved);
  });
});

it('a header that is not there leaves no entry unbelieved', () => {
  const peerAlone = { address: { text: '10.1.2.3' }, believedCount: 0, unbelieved: [] };
  for (const trust of ['none', 1, ranges] as const) expect(found('10.1.2.3', trust, {})).toMatchObject(peerAlone);
});

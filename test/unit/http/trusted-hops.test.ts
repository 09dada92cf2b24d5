import { describe, expect, it } from 'vitest';
import { findAddress, parsePeer } from '../../../src/http/trusted-hops.ts';
import { parseForwardedAddress } from '../../../src/record/address.ts';

const find = (peer: string, header: string, isTrusted: (hop: number) => boolean) => {
  const { address, believedCount, unbelievedEntries } = findAddress(parsePeer(peer), header.split(','), {
    isTrusted: (_address, hop) => isTrusted(hop),
    parse: parseForwardedAddress,
  });
  return [address?.text, believedCount, unbelievedEntries.length];
};

describe('the address behind trusted hops', () => {
  it.each<[trusted: number, header: string, found: unknown]>([
    [0, '9.9.9.9', ['10.0.0.1', 0, 1]],
    [1, '9.9.9.9, 81.2.69.142', ['81.2.69.142', 1, 1]],
    [2, '9.9.9.9, 81.2.69.142, 10.0.0.2', ['81.2.69.142', 2, 1]],
    [9, '81.2.69.142', ['81.2.69.142', 1, 0]],
    [2, '9.9.9.9, unknown, 10.0.0.2', ['10.0.0.2', 1, 1]],
  ])('with %i of them in %j is %j', (trusted, header, found) => {
    expect(find('10.0.0.1', header, (hop) => hop < trusted)).toEqual(found);
  });

  it('is looked for in 32 entries and no more', () => {
    expect(find('10.0.0.1', Array.from({ length: 200 }, (_, hop) => `10.1.0.${hop}`).join(','), () => true)).toEqual([
      '10.1.0.168',
      32,
      168,
    ]);
  });
});

describe('the address of a socket', () => {
  it.each([
    ['81.2.69.142', '81.2.69.142'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:81.2.69.142', '81.2.69.142'],
    ['', undefined],
    ['/run/proxy.sock', undefined],
  ])('%j is %s', (ip, address) => expect(parsePeer(ip)?.text).toBe(address));
});

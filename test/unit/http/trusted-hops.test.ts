import { describe, expect, it } from 'vitest';
import { findAddress, parsePeer, readAddressList, trustsEverybody } from '../../../src/http/trusted-hops.ts';
import { parseAddressRange } from '../../../src/record/address.ts';
import { trustedRanges } from '../../support/trusted-ranges.ts';

const find = (peer: string, header: string, isTrusted: (hop: number) => boolean) => {
  const { address, namedBy, believedCount, unbelieved } = findAddress(
    parsePeer(peer),
    readAddressList(header),
    (_address, hop) => isTrusted(hop),
  );
  return [address?.text, namedBy?.text, believedCount, unbelieved.length];
};

describe('the address behind trusted hops', () => {
  it.each<[trusted: number, header: string, found: unknown]>([
    [0, '9.9.9.9', ['10.0.0.1', undefined, 0, 1]],
    [1, '9.9.9.9, 81.2.69.142', ['81.2.69.142', '10.0.0.1', 1, 1]],
    [2, '9.9.9.9, 81.2.69.142, 10.0.0.2', ['81.2.69.142', '10.0.0.2', 2, 1]],
    [9, '81.2.69.142', ['81.2.69.142', '10.0.0.1', 1, 0]],
    [2, '9.9.9.9, unknown, 10.0.0.2', ['10.0.0.2', '10.0.0.1', 1, 2]],
  ])('with %i of them in %j is %j', (trusted, header, found) => {
    expect(find('10.0.0.1', header, (hop) => hop < trusted)).toEqual(found);
  });

  it('is looked for in 32 entries and no more', () => {
    expect(find('10.0.0.1', Array.from({ length: 200 }, (_, hop) => `10.1.0.${hop}`).join(','), () => true)).toEqual([
      '10.1.0.168',
      '10.1.0.169',
      32,
      0,
    ]);
  });

  it('is looked for in the last 8 kB, never in a part of an entry', () => {
    // The last 8 kB begin in the address 81.2.69.142: what is left of it would be another one.
    const blanks = ' '.repeat(8_192 - '1.2.69.142,10.0.0.2'.length);
    const header = `9.9.9.9,81.2.69.142,${blanks}10.0.0.2`;
    expect(find('10.0.0.1', header, () => true)).toEqual(['10.0.0.2', '10.0.0.1', 1, 0]);
    expect(find('10.0.0.1', header.replace(' ', ''), () => true)[0]).toBe('10.0.0.2');
    expect(find('10.0.0.1', header.replace('  ', ''), () => true)[0]).toBe('81.2.69.142');
  });
});

it.each(trustedRanges)('trusted ranges %j trust everybody: %j', (text, expected) => {
  expect(trustsEverybody(text.split(' ').flatMap((range) => parseAddressRange(range) ?? []))).toBe(expected);
});

it.each([
  ['81.2.69.142', '81.2.69.142'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:81.2.69.142', '81.2.69.142'],
  ['', undefined],
  ['/run/proxy.sock', undefined],
])('the address of a socket %j is %s', (ip, address) => expect(parsePeer(ip)?.text).toBe(address));

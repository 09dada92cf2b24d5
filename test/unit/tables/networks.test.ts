import { expect, it } from 'vitest';
import { networksOf } from '../../../scripts/tables/networks.ts';
import { parseAddress } from '../../../src/record/address.ts';

const bits = (text: string) => parseAddress(text)?.bits ?? -1n;

it.each([
  ['1.0.0.0', '1.0.0.255', ['1.0.0.0/24']],
  ['1.0.1.0', '1.0.3.255', ['1.0.1.0/24', '1.0.2.0/23']],
  ['1.0.0.255', '1.0.1.0', ['1.0.0.255/32', '1.0.1.0/32']],
  ['0.0.0.0', '255.255.255.255', ['0.0.0.0/0']],
  ['255.255.255.254', '255.255.255.255', ['255.255.255.254/31']],
])('the range from %s to %s is filled by %j', (first, last, networks) => {
  expect([...networksOf(bits(first), bits(last), 32)]).toEqual(networks);
});

it.each([
  [
    '2001:db8::',
    '2001:db8::2f',
    ['2001:0db8:0000:0000:0000:0000:0000:0000/123', '2001:0db8:0000:0000:0000:0000:0000:0020/124'],
  ],
  ['2001:db8::30', '2001:db8::30', ['2001:0db8:0000:0000:0000:0000:0000:0030/128']],
  ['2001:db8:1::', '2001:db8:1:ffff:ffff:ffff:ffff:ffff', ['2001:0db8:0001:0000:0000:0000:0000:0000/48']],
  ['::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', ['0000:0000:0000:0000:0000:0000:0000:0000/0']],
])('the range from %s to %s is filled by %j', (first, last, networks) => {
  expect([...networksOf(bits(first), bits(last), 128)]).toEqual(networks);
});

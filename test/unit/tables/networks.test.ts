import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { networksOf } from '../../../scripts/tables/networks.ts';
import { parseAddress } from '../../../src/record/address.ts';
import { writeMmdb } from '../../support/mmdb-writer.ts';

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

/** https://maxmind.github.io/MaxMind-DB/#database-metadata. libmaxminddb refuses a file with other types. */
it.each([
  ['the table of networks', () => readFileSync('src/service/geo/networks.generated.mmdb')],
  ['a file of the tests', () => writeMmdb({ databaseType: 'Test', networks: { '8.8.8.0/24': { a: 1 } } })],
])('the numbers in the metadata of %s have the types of the format', (_what, read) => {
  const bytes = read();
  const metadata = bytes.subarray(bytes.lastIndexOf('MaxMind.com'));
  const typeOf = (name: string) => {
    const control = metadata[metadata.indexOf(name) + name.length] ?? 0;
    return control >> 5 === 0 ? 7 + (metadata[metadata.indexOf(name) + name.length + 1] ?? 0) : control >> 5;
  };
  const uint16 = 5;
  const uint32 = 6;
  const uint64 = 9;
  expect(
    Object.fromEntries(
      [
        'binary_format_major_version',
        'binary_format_minor_version',
        'build_epoch',
        'ip_version',
        'node_count',
        'record_size',
      ].map((name) => [name, typeOf(name)]),
    ),
  ).toEqual({
    binary_format_major_version: uint16,
    binary_format_minor_version: uint16,
    build_epoch: uint64,
    ip_version: uint16,
    node_count: uint32,
    record_size: uint16,
  });
});

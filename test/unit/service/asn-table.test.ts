import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseAddress } from '../../../src/record/address.ts';
import { openAsnTable } from '../../../src/service/geo/asn-table.ts';
import { temporaryDirectory } from './running-service.ts';

const bits = (text: string) => parseAddress(text)?.bits ?? -1n;

const rows = (...lines: [first: string, last: string, asn: number, name: string][]) =>
  lines.map(([first, last, asn, name]) => `${bits(first)},${bits(last)},${asn},${name}\n`).join('');

function lookUp(text: string) {
  const directory = temporaryDirectory();
  const [v4, v6] = [join(directory, 'v4.csv'), join(directory, 'v6.csv')];
  writeFileSync(
    v4,
    rows(
      ['1.0.0.0', '1.0.0.255', 13335, '"Cloudflare, Inc."'],
      ['1.0.4.0', '1.0.7.255', 38803, '"The ""Bést"" Network"'],
      ['255.0.0.0', '255.255.255.255', 4294967295, 'Last'],
    ),
  );
  // The last line of a file may lack its end.
  writeFileSync(
    v6,
    rows(
      ['2001:db8::', '2001:db8::2f', 1, 'Finer than a /64'],
      ['2001:db8::30', '2001:db8::30', 2, 'A single address'],
      ['2001:db8:1::', '2001:db8:1:ffff:ffff:ffff:ffff:ffff', 3, 'A /48'],
    ).trimEnd(),
  );
  const address = parseAddress(text);
  const found = address && openAsnTable({ v4, v6, builtAt: new Date(0) }).lookUp(address);
  return found && [found.asn, found.isp];
}

it.each([
  ['1.0.0.0', [13335, 'Cloudflare, Inc.']],
  ['1.0.0.255', [13335, 'Cloudflare, Inc.']],
  ['1.0.1.0', undefined],
  ['1.0.3.255', undefined],
  ['1.0.5.1', [38803, 'The "Bést" Network']],
  ['1.0.8.0', undefined],
  ['0.255.255.255', undefined],
  ['255.255.255.255', [4294967295, 'Last']],
  ['2001:db8::', [1, 'Finer than a /64']],
  ['2001:db8::2f', [1, 'Finer than a /64']],
  ['2001:db8::30', [2, 'A single address']],
  ['2001:db8::31', undefined],
  ['2001:db8:1:2:3:4:5:6', [3, 'A /48']],
  ['2001:db8:2::', undefined],
  ['2001:db7::1', undefined],
])('%s belongs to %j', (text, expected) => {
  expect(lookUp(text)).toEqual(expected);
});

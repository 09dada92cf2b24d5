import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type MmdbValue, writeMmdb } from '../../test/support/mmdb-writer.ts';

/**
 * Whose network an address is in, as an MMDB file: the ranges of ip-location-db, each as the CIDR networks that fill
 * it.
 */
export function networksDatabase(): Buffer {
  const folder = dirname(createRequire(import.meta.url).resolve('@ip-location-db/asn/package.json'));
  const networks = new Map<string, MmdbValue>();
  const organizations = new Map<string, string>();
  for (const bits of [32, 128] as const) {
    const csv = readFileSync(join(folder, `asn-ipv${bits === 32 ? 4 : 6}-num.csv`), 'utf8');
    for (const [, first = '', last = '', asn = '', name = ''] of csv.matchAll(/^(\d+),(\d+),(\d+),(.*)$/gm)) {
      // The first spelling of a name stands for the whole network.
      const organization = organizations.get(asn) ?? unquoted(name.trim());
      organizations.set(asn, organization);
      const record = { asn: Number(asn), as_name: organization };
      for (const network of networksOf(BigInt(first), BigInt(last), bits)) networks.set(network, record);
    }
  }
  return writeMmdb({
    databaseType: 'ip-location-db ASN',
    builtAt: versionDate(folder),
    networks: Object.fromEntries(networks),
  });
}

/** The largest networks that fill a range, in CIDR notation. */
export function* networksOf(first: bigint, last: bigint, bits: 32 | 128): Generator<string> {
  let start = first;
  while (start <= last) {
    let hostBits = 0;
    while (hostBits < bits && isNetwork(start, last, hostBits + 1)) hostBits++;
    yield `${addressOf(start, bits)}/${bits - hostBits}`;
    start += 1n << BigInt(hostBits);
  }
}

/** Whether a network with this many host bits begins at `start` and ends within the range. */
function isNetwork(start: bigint, last: bigint, hostBits: number): boolean {
  const size = 1n << BigInt(hostBits);
  return start % size === 0n && start + size - 1n <= last;
}

function addressOf(address: bigint, bits: 32 | 128): string {
  const digits = address.toString(16).padStart(bits / 4, '0');
  return bits === 32
    ? digits.replace(/../g, (byte) => `${Number.parseInt(byte, 16)}.`).slice(0, -1)
    : digits.replace(/....(?!$)/g, '$&:');
}

/** `"Cloudflare, Inc."`, with quotes inside doubled. */
function unquoted(text: string): string {
  return text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
}

/** The version ends in the day of the data: `2.3.2026061719`. */
function versionDate(folder: string): Date {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const [, year, month, day] = /\.(\d{4})(\d{2})(\d{2})\d*$/.exec(version) ?? [];
  return new Date(`${year}-${month}-${day}T00:00:00Z`);
}

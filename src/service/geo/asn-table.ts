import { readFileSync } from 'node:fs';
import type { Address } from '../../record/address.ts';
import { dbIpAttribution } from './attribution.ts';
import { nowhere } from './location.ts';
import type { LocationDatabase } from './location-database.ts';

export interface AsnTableFiles {
  /** CSV of `first,last,number,organisation`, sorted, with addresses as decimal numbers. */
  readonly v4: string;
  readonly v6: string;
  readonly builtAt: Date;
}

/** The table of networks of `@ip-location-db/asn`, packed: 100 MB of text become 12 MB, and a look-up takes under 2 µs. */
export function openAsnTable({ v4, v6, builtAt }: AsnTableFiles): LocationDatabase {
  const organisations = new Map<number, string>();
  const find4 = packV4(readFileSync(v4, 'latin1'), organisations);
  const find6 = packV6(readFileSync(v6, 'latin1'), organisations);
  return {
    name: 'ip-location-db ASN',
    builtAt,
    attribution: dbIpAttribution,
    lookUp(address: Address) {
      const asn = address.family === 4 ? find4(Number(address.bits)) : find6(address.bits);
      return asn === undefined ? undefined : { ...nowhere, asn, isp: organisations.get(asn) };
    },
  };
}

function packV4(csv: string, organisations: Map<number, string>): (bits: number) => number | undefined {
  const rows = countLines(csv);
  const [starts, ends, numbers] = [new Uint32Array(rows), new Uint32Array(rows), new Uint32Array(rows)];
  eachRow(csv, organisations, (row, start, end, asn) => {
    starts[row] = Number(start);
    ends[row] = Number(end);
    numbers[row] = asn;
  });
  return (bits) => {
    const row = lastWhere(rows, (row) => (starts[row] ?? 0) <= bits);
    return row >= 0 && bits <= (ends[row] ?? 0) ? numbers[row] : undefined;
  };
}

/** 128 bits in two halves. Only a few hundred rows are finer than a /64, but those are the root name servers. */
function packV6(csv: string, organisations: Map<number, string>): (bits: bigint) => number | undefined {
  const rows = countLines(csv);
  const starts = new BigUint64Array(2 * rows);
  const ends = new BigUint64Array(2 * rows);
  const numbers = new Uint32Array(rows);
  const put = (halves: BigUint64Array, row: number, bits: bigint) => {
    halves[2 * row] = bits >> 64n;
    halves[2 * row + 1] = bits & 0xffff_ffff_ffff_ffffn;
  };
  eachRow(csv, organisations, (row, start, end, asn) => {
    put(starts, row, BigInt(start));
    put(ends, row, BigInt(end));
    numbers[row] = asn;
  });
  return (bits) => {
    const [high, low] = [bits >> 64n, bits & 0xffff_ffff_ffff_ffffn];
    const compare = (halves: BigUint64Array, row: number) => {
      const other = halves[2 * row] ?? 0n;
      return other === high ? Number((halves[2 * row + 1] ?? 0n) - low) : Number(other - high);
    };
    const row = lastWhere(rows, (row) => compare(starts, row) <= 0);
    return row >= 0 && compare(ends, row) >= 0 ? numbers[row] : undefined;
  };
}

/** Binary search for the last row that is true, where all rows before it are true as well; -1 where none is. */
function lastWhere(rows: number, isTrue: (row: number) => boolean): number {
  let [low, high] = [0, rows];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrue(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function countLines(csv: string): number {
  let lines = 0;
  for (let at = csv.indexOf('\n'); at >= 0; at = csv.indexOf('\n', at + 1)) lines++;
  return csv.endsWith('\n') || csv === '' ? lines : lines + 1;
}

function eachRow(
  csv: string,
  organisations: Map<number, string>,
  take: (row: number, start: string, end: string, asn: number) => void,
): void {
  let row = 0;
  for (let from = 0; from < csv.length; row++) {
    const newline = csv.indexOf('\n', from);
    const lineEnd = newline < 0 ? csv.length : newline;
    const first = csv.indexOf(',', from);
    const second = csv.indexOf(',', first + 1);
    const third = csv.indexOf(',', second + 1);
    const asn = Number(csv.slice(second + 1, third));
    take(row, csv.slice(from, first), csv.slice(first + 1, second), asn);
    if (!organisations.has(asn)) organisations.set(asn, unquoted(csv.slice(third + 1, lineEnd).trim()));
    from = lineEnd + 1;
  }
}

/** `"Cloudflare, Inc."`, with quotes inside doubled. Files are read as bytes, which takes half the memory; names are UTF-8. */
function unquoted(text: string): string {
  const plain = text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
  return Buffer.from(plain, 'latin1').toString();
}

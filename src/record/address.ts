/**
 * IP addresses, parsed strictly and written in one canonical spelling. Legacy spellings (`0177.0.0.1`, `127.1`,
 * `2130706433`) are refused: two programs that read one of them differently would disagree about whose record it is.
 */

export interface Address {
  readonly family: 4 | 6;
  /** 32 or 128 bits. An IPv4-mapped IPv6 address is the IPv4 address. */
  readonly bits: bigint;
  /** The one spelling used as header value, cache key and record field: RFC 5952 for IPv6. */
  readonly text: string;
}

/** @returns undefined for anything but exactly one address: without port, brackets, zone id or blanks. */
export function parseAddress(text: string): Address | undefined {
  if (text.length > 45) return undefined;
  const v4 = parseV4(text);
  if (v4 !== undefined) return fromBits(4, v4);
  const v6 = parseV6(text);
  if (v6 === undefined) return undefined;
  return v6 >> 32n === 0xffffn ? fromBits(4, v6 & 0xffff_ffffn) : fromBits(6, v6);
}

/**
 * Reads the spellings in X-Forwarded-For and similar headers: with a port after IPv4 or after brackets
 * (`203.0.113.7:51234`, `[2001:db8::1]:443`), in brackets, and with blanks around.
 */
export function parseForwardedAddress(token: string): Address | undefined {
  const trimmed = token.trim();
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1];
  return parseAddress(bracketed ?? trimmed.replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1'));
}

export interface AddressRange {
  readonly family: 4 | 6;
  readonly prefixLength: number;
  /** The first bits, which all of its addresses share. */
  readonly prefix: bigint;
  /** How many bits follow the prefix. */
  readonly hostBits: bigint;
}

/** Reads `10.0.0.0/8`, `2001:db8::/32` or a single address. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const [, base = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const address = parseAddress(base);
  if (address === undefined) return undefined;
  const width = address.family === 4 ? 32 : 128;
  const prefixLength = length === undefined ? width : Number(length);
  if (prefixLength > width) return undefined;
  const hostBits = BigInt(width - prefixLength);
  return { family: address.family, prefixLength, prefix: address.bits >> hostBits, hostBits };
}

export function isInRange(address: Address, range: AddressRange): boolean {
  return address.family === range.family && address.bits >> range.hostBits === range.prefix;
}

/** Whether the address is on the public internet: only then can a lookup know where it is. */
export function isPublic(address: Address): boolean {
  const { family, bits } = address;
  if (family === 6) return !specialRanges.some((range) => isInRange(address, range));
  const number = Number(bits);
  return !specialV4.some(({ prefix, hostBits }) => number >>> hostBits === prefix);
}

/**
 * What limits and caches count as one visitor: an IPv4 address, or an IPv6 /64, since one household has a whole /64.
 */
export function visitorKey(address: Address): string {
  if (address.family === 4) return address.text;
  return `${formatV6((address.bits >> 64n) << 64n)}/64`;
}

/**
 * The network that one customer of a provider may have: an IPv6 /48, with 65,536 networks of which each counts as a
 * visitor. Limits count it, too, and let it have `networkShare` times as much. IPv4 addresses have no such network.
 * https://www.rfc-editor.org/rfc/rfc6177
 */
export function networkKey(address: Address): string | undefined {
  return address.family === 4 ? undefined : `${formatV6((address.bits >> 80n) << 80n)}/48`;
}

export const networkShare = 16;

/**
 * https://www.iana.org/assignments/iana-ipv4-special-registry,
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export const specialRangeTexts = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
] as const;

export const specialRanges: readonly AddressRange[] = specialRangeTexts.map((text) => {
  const range = parseAddressRange(text);
  if (range === undefined) throw new Error(`not a range: ${text}`);
  return range;
});

/** As numbers, since bits of any length cost ten times as much and every request asks. */
const specialV4 = specialRanges
  .filter(({ family }) => family === 4)
  .map(({ prefix, hostBits }) => ({ prefix: Number(prefix), hostBits: Number(hostBits) }));

function fromBits(family: 4 | 6, bits: bigint): Address {
  return { family, bits, text: family === 4 ? formatV4(bits) : formatV6(bits) };
}

function parseV4(text: string): bigint | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (parts === null) return undefined;
  let bits = 0;
  for (let index = 1; index <= 4; index++) {
    const part = parts[index] ?? '';
    if (Number(part) > 255 || (part.length > 1 && part.startsWith('0'))) return undefined;
    bits = bits * 256 + Number(part);
  }
  return BigInt(bits);
}

function parseV6(text: string): bigint | undefined {
  if (!/^[0-9a-f:.]+$/i.test(text) || !text.includes(':')) return undefined;
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = parseGroups(halves[0] ?? '', halves.length === 1);
  const tail = parseGroups(halves[1] ?? '', true);
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  return [...head, ...Array<bigint>(missing).fill(0n), ...tail].reduce((bits, group) => (bits << 16n) | group, 0n);
}

/** Groups of up to four hexadecimal digits. At the end of the text, the last one may be an IPv4 address. */
function parseGroups(text: string, endsText: boolean): bigint[] | undefined {
  if (text === '') return [];
  const groups: bigint[] = [];
  const tokens = text.split(':');
  for (const [index, token] of tokens.entries()) {
    if (endsText && index === tokens.length - 1 && token.includes('.')) {
      const v4 = parseV4(token);
      if (v4 === undefined) return undefined;
      groups.push(v4 >> 16n, v4 & 0xffffn);
    } else if (/^[0-9a-f]{1,4}$/i.test(token)) groups.push(BigInt(`0x${token}`));
    else return undefined;
  }
  return groups;
}

function formatV4(bits: bigint): string {
  const number = Number(bits);
  return `${number >>> 24}.${(number >>> 16) & 255}.${(number >>> 8) & 255}.${number & 255}`;
}

/**
 * https://www.rfc-editor.org/rfc/rfc5952#section-4: lower case, no leading zeros, the longest run of zeros shortened.
 */
function formatV6(bits: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) => ((bits >> BigInt(112 - 16 * index)) & 0xffffn).toString(16));
  let best = { start: 0, length: 1 };
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (groups[start + length] === '0') length++;
    if (length > best.length) best = { start, length };
  }
  if (best.length < 2) return groups.join(':');
  return `${groups.slice(0, best.start).join(':')}::${groups.slice(best.start + best.length).join(':')}`;
}

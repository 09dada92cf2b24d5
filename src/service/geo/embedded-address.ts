import { type Address, parseAddress } from '../../record/address.ts';

/**
 * The IPv4 address inside an IPv6 address of a translation mechanism, which shows where the visitor is. Databases list
 * only the mechanism. NAT64: https://www.rfc-editor.org/rfc/rfc6052, 6to4: https://www.rfc-editor.org/rfc/rfc3056
 */
export function embeddedAddress(address: Address): Address | undefined {
  if (address.family === 4) return undefined;
  if (address.bits >> 32n === nat64Prefix) return fromBits(address.bits & 0xffff_ffffn);
  if (address.bits >> 112n === 0x2002n) return fromBits((address.bits >> 80n) & 0xffff_ffffn);
  return undefined;
}

/** 64:ff9b::/96 */
const nat64Prefix = 0x0064_ff9b_0000_0000_0000_0000n;

function fromBits(bits: bigint): Address | undefined {
  return parseAddress([24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.'));
}

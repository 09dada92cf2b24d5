import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * An API key: `geolet_`, 22 random characters (131 bits), 6 characters of checksum. Prefix and checksum let scanners
 * recognise a leaked key, and let the service refuse a mistyped one without a lookup.
 * https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
 */
export function createApiKey(): string {
  const random = Array.from({ length: 22 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${prefix}${random}${checksum(random)}`;
}

export function isApiKey(text: string): boolean {
  const [, random = '', check] = /^geolet_([0-9A-Za-z]{22})([0-9A-Za-z]{6})$/.exec(text) ?? [];
  return check !== undefined && check === checksum(random);
}

/** The only form in which a key is stored. It needs no salt and no slow hash: 131 random bits can't be guessed. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

const prefix = 'geolet_';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** CRC32 in base 62: six digits hold 36 bits. */
function checksum(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = `${alphabet[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

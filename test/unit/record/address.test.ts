import { describe, expect, it } from 'vitest';
import {
  isInRange,
  isPublic,
  parseAddress,
  parseAddressRange,
  parseForwardedAddress,
  networkKey,
  visitorKey,
} from '../../../src/record/address.ts';

describe('parseAddress', () => {
  it.each([
    ['8.8.8.8', '8.8.8.8'],
    ['255.255.255.255', '255.255.255.255'],
    ['2001:4860:4860:0000:0000:0000:0000:8888', '2001:4860:4860::8888'],
    ['2001:DB8::A', '2001:db8::a'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::ffff:a00:1', '10.0.0.1'],
    ['64:ff9b::8.8.8.8', '64:ff9b::808:808'],
  ])('reads %s as %s', (text, canonical) => {
    expect(parseAddress(text)?.text).toBe(canonical);
  });

  it.each([
    ['what is none', ['', ' ', 'unknown', '_hidden', '1'.repeat(200)]],
    ['too few parts', ['8.8.8', '127.1', '2130706433', '1:2:3:4:5:6:7', ':1', '1:', '::1.2.3']],
    ['too many parts', ['8.8.8.8.8', '1::2::3', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8::', '1.2.3.4::']],
    ['parts that are too large', ['256.1.1.1', '12345::', '::1.2.3.256']],
    ['other digits', ['08.8.8.8', '0177.0.0.1', '0x8.8.8.8', 'g::1', '８.8.8.8', '::ffff:0177.0.0.1']],
    ['something around them', ['8.8.8.8 ', ' 8.8.8.8', '8.8.8.8:53', '[::1]', 'fe80::1%eth0', '8.8.8.8,1.1.1.1']],
  ])('refuses %s: %j', (_what, texts) => {
    expect(texts.filter((text) => parseAddress(text) !== undefined)).toEqual([]);
  });
});

describe('parseForwardedAddress', () => {
  it.each([
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    [' 8.8.8.8 ', '8.8.8.8'],
  ])('reads %s as %s', (token, canonical) => {
    expect(parseForwardedAddress(token)?.text).toBe(canonical);
  });

  it.each(['unknown', '_hidden', '8.8.8.8:', '8.8.8.8:123456', '[8.8.8.8', '2001:db8::1]:443', '"8.8.8.8"', ''])(
    'refuses %j',
    (token) => expect(parseForwardedAddress(token)).toBeUndefined(),
  );
});

describe('ranges', () => {
  const address = (text: string) => {
    const parsed = parseAddress(text);
    if (parsed === undefined) throw new Error(text);
    return parsed;
  };

  it.each(['10.0.0.0/33', '::/129', '10.0.0/8', '10.0.0.0/', '/8', 'x/8', '10.0.0.0/-1'])('%j is none', (text) => {
    expect(parseAddressRange(text)).toBeUndefined();
  });

  it.each([
    ['10.1.2.3', '10.0.0.0/8', true],
    ['11.1.2.3', '10.0.0.0/8', false],
    ['::ffff:10.1.2.3', '10.0.0.0/8', true],
    ['2001:db8:1::1', '2001:db8::/32', true],
    ['2001:db9::1', '2001:db8::/32', false],
    ['1.2.3.4', '0.0.0.0/0', true],
    ['::1', '0.0.0.0/0', false],
    ['1.2.3.4', '1.2.3.4', true],
  ])('%s in %s is %s', (text, range, expected) => {
    const parsed = parseAddressRange(range);
    expect(parsed && isInRange(address(text), parsed)).toBe(expected);
  });

  it.each([
    ['private', ['10.0.0.1', '172.31.0.1', '192.168.1.1', '100.64.1.1', 'fd00::1', '::ffff:192.168.0.1']],
    ['of one machine or cable', ['127.0.0.1', '::', '::1', '169.254.1.1', 'fe80::1']],
    ['of documentation', ['203.0.113.9', '2001:db8::1']],
    ['of many', ['224.0.0.1', '255.255.255.255', 'ff02::1']],
  ])('addresses %s are not public: %j', (_which, texts) => {
    expect(texts.filter((text) => isPublic(address(text)))).toEqual([]);
  });

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2001:4860:4860::8888', '2a01:cb00::1'])('%s is public', (text) => {
    expect(isPublic(address(text))).toBe(true);
  });

  it.each([
    ['2001:4860:1:2:3:4:5:6', '2001:4860:1::/48'],
    ['2001:4860:1:ffff::9', '2001:4860:1::/48'],
    ['2001:4860:2:2::9', '2001:4860:2::/48'],
    ['8.8.8.8', undefined],
    ['::ffff:8.8.8.8', undefined],
  ])('the network of %s is %s', (text, network) => {
    expect(networkKey(address(text))).toBe(network);
  });

  it('counts an IPv6 /64 as one visitor and IPv4 addresses apart', () => {
    expect(visitorKey(address('2001:4860:1:2:3:4:5:6'))).toBe(visitorKey(address('2001:4860:1:2::9')));
    expect(visitorKey(address('2001:4860:1:2::9'))).not.toBe(visitorKey(address('2001:4860:1:3::9')));
    expect(visitorKey(address('8.8.8.8'))).not.toBe(visitorKey(address('8.8.4.4')));
  });
});

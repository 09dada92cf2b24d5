import { describe, expect, it } from 'vitest';
import { readForwarded } from '../../../src/proxy/address/forwarded.ts';

/** The addresses as they stand in the header, from left to right. */
const read = (header: string) =>
  readForwarded(header)
    .map((address) => address?.text)
    .toReversed();

describe('a Forwarded header', () => {
  it.each<[header: string, addresses: readonly (string | undefined)[]]>([
    ['', [undefined]],
    ['for=1.1.1.1', ['1.1.1.1']],
    ['for=1.1.1.1, for=2.2.2.2;by=3.3.3.3', ['1.1.1.1', '2.2.2.2']],
    ['FOR="[2001:DB8::1]:4711"', ['2001:db8::1']],
    ['for="1.1.1.1:_port-1.x"', ['1.1.1.1']],
    // An element may be empty, and so may each part of one.
    ['for=1.1.1.1,', ['1.1.1.1', undefined]],
    ['for=1.1.1.1;', ['1.1.1.1']],
    [' ; for=1.1.1.1;;by=x', ['1.1.1.1']],
    // A comma without a blank behind an open quote may be a host's.
    ['for=1.1.1.1;host="x,for=9.9.9.9;y=""', [undefined]],
    ['for=1.1.1.1; host="x,for=9.9.9.9;y=""', [undefined]],
    ['for=1.1.1.1;host="x\\"y,for=9.9.9.9;z=""', [undefined]],
    ['for="9.9.9.9, for=1.1.1.1', [undefined, '1.1.1.1']],
    ['for=1.1.1.1,for=2.2.2.2;host="a,b"', ['1.1.1.1', '2.2.2.2']],
    [',for=1.1.1.1', [undefined, '1.1.1.1']],
    [' ,for=1.1.1.1', [undefined, '1.1.1.1']],
    ['by=3.3.3.3, for=1.1.1.1', [undefined, '1.1.1.1']],
    ['for=1.1.1.1 \t;\t by=x \t', ['1.1.1.1']],
    [' for=1.1.1.1 , for=2.2.2.2', ['1.1.1.1', '2.2.2.2']],
    ['for="1.1.1\\.1"', ['1.1.1.1']],
    ['for="\\1\\.\\1.1.1:80"', ['1.1.1.1']],
    ['for="[::1]:_x"', ['::1']],
    ['host="a,for=9.9.9.9";for=1.1.1.1', ['1.1.1.1']],
    ['for=1.1.1.1;host="x\\",for=9.9.9.9;y"', ['1.1.1.1']],
    ['for=1.1.1.1;host="x\\\\"', ['1.1.1.1']],
    ['host="x\\\\",for=1.1.1.1;by="\\\"\\\""', [undefined, '1.1.1.1']],
    ['for=1.1.1.1;host=""', ['1.1.1.1']],
    ['for=9.9.9.9;host="x\\"', [undefined]],
    ['for=1.1.1.1, for=9.9.9.9;host="x\\"', [undefined]],
    ['for=9.9.9.9;host="x\\\\\\"', [undefined]],
    ['for=9.9.9.9;host=\\"x"', [undefined]],
    ['for=9.9.9.9;by=', [undefined]],
    ['for=9.9.9.9, =x', [undefined]],
    ['for=9.9.9.9;=', [undefined]],
    ['for=x"y, for=1.1.1.1', [undefined, '1.1.1.1']],
  ])('%j names %j', (header, addresses) => expect(read(header)).toEqual(addresses));

  it.each([
    'for:9.9.9.9',
    'for 9.9.9.9',
    'for"9.9.9.9"',
    'for = 9.9.9.9',
    'for=9.9.9.9:80',
    'for=[::1]',
    '"for"=9.9.9.9',
    'for=9.9.9.9;host=x\\',
    'for==9.9.9.9',
    '=9.9.9.9',
    '9.9.9.9',
    '"9.9.9.9"',
    'for="9.9.9.9',
    'for=9.9.9.9"',
    'for=9.9.9.99 by=x',
    'for=9.9.9.9"by=x',
    'for=9.9.9.9:by=x',
    'for=9.9.9.9x',
    'for="9.9.9.9x"',
    'for="x9.9.9.9"',
    'for="9.9.9.9:x"',
    'for="9.9.9.9:"',
    'for="9.9.9.9:123456"',
    'for="9.9.9.9:_"',
    'for="[::1]x"',
    'for="x[::1]"',
    'for="::1"',
    'for="[9.9.9.9"',
    'for="[::1"',
    'for=9.9.9.9;for=8.8.8.8',
    'for=9.9.9.9;FOR=8.8.8.8',
    'for=unknown',
    'for=_hidden',
    'for=""',
    'xfor=9.9.9.9',
    'forx=9.9.9.9',
  ])('%j names nobody', (header) => expect(read(header)).toEqual([undefined]));

  it('comes in one piece with everything before it where an element is not valid, whatever commas it has', () => {
    expect(read('for=1.1.1.1, for=2.2.2.2", for=3.3.3.3')).toEqual([undefined, '3.3.3.3']);
    expect(read('for="a, for=1.1.1.1";by=x')).toEqual([undefined]);
  });

  it('is read to 32 elements from its end', () => {
    const elements = Array.from({ length: 40 }, (_, index) => `for=10.0.0.${index}`);
    expect(read(elements.join(', '))).toEqual(Array.from({ length: 32 }, (_, index) => `10.0.0.${index + 8}`));
  });

  it('is read to 8 kB from its end, and an element that is cut names nobody', () => {
    const long = `host="${'x'.repeat(8_100)}"`;
    expect(read(`for=1.1.1.1;${long}, for=2.2.2.2`)).toEqual(['1.1.1.1', '2.2.2.2']);
    expect(read(`for=1.1.1.1;${long};by=${'y'.repeat(100)}, for=2.2.2.2`)).toEqual([undefined, '2.2.2.2']);
    expect(read(`xfor=1.1.1.1;by=${'y'.repeat(8_192 - 'for=1.1.1.1;by='.length)}`)).toEqual([undefined]);
  });

  it('has an open quote also where it stands before the last 8 kB', () => {
    expect(read(`x="${'y'.repeat(9_000)}, for=1.1.1.1,for=2.2.2.2`)).toEqual([undefined]);
    expect(read(`x="${'y'.repeat(9_000)}", for=1.1.1.1,for=2.2.2.2`)).toEqual([undefined, '1.1.1.1', '2.2.2.2']);
  });
});

import { describe, expect, it } from 'vitest';
import { parseForwardedElement, splitForwarded } from '../../../src/proxy/forwarded.ts';

const read = (header: string) => splitForwarded(header).map((element) => parseForwardedElement(element)?.text);

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

  it('keeps what is not valid in one piece, whatever commas it has', () => {
    expect(splitForwarded('for=1.1.1.1, for=2.2.2.2", for=3.3.3.3')).toEqual([
      'for=1.1.1.1, for=2.2.2.2"',
      ' for=3.3.3.3',
    ]);
    expect(splitForwarded('for="a, for=1.1.1.1";by=x')).toEqual(['for="a, for=1.1.1.1";by=x']);
  });

  it('has no element that is two', () => expect(parseForwardedElement('for=9.9.9.9, for=8.8.8.8')).toBeUndefined());
});

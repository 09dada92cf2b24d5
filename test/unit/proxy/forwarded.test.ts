import { describe, expect, it } from 'vitest';
import { forwardedAddresses } from '../../../src/proxy/forwarded.ts';

const read = (header: string) => [...forwardedAddresses(header)].map((address) => address?.text);

describe('a Forwarded header', () => {
  it.each<[header: string, addresses: readonly (string | undefined)[]]>([
    ['', []],
    ['for=1.1.1.1', ['1.1.1.1']],
    ['for=1.1.1.1, for=2.2.2.2;by=3.3.3.3', ['2.2.2.2', '1.1.1.1']],
    ['FOR="[2001:DB8::1]:4711"', ['2001:db8::1']],
    ['for="1.1.1.1:_port-1.x"', ['1.1.1.1']],
    ['for=1.1.1.1,', [undefined]],
    [',for=1.1.1.1', ['1.1.1.1']],
    [' ,for=1.1.1.1', ['1.1.1.1', undefined]],
    ['by=3.3.3.3, for=1.1.1.1', ['1.1.1.1', undefined]],
  ])('%j names %j, the last hop first', (header, addresses) => expect(read(header)).toEqual(addresses));

  it.each([
    'for:9.9.9.9', 'for 9.9.9.9', 'for"9.9.9.9"', 'for==9.9.9.9', '=9.9.9.9', '9.9.9.9', '"9.9.9.9"', 'for="9.9.9.9', 'for=9.9.9.9"',
    'for=9.9.9.99 by=x', 'for=9.9.9.9"by=x', 'for=9.9.9.9:by=x', 'for=9.9.9.9;;by=x', ';for=9.9.9.9', 'for=9.9.9.9;',
    'for=9.9.9.9x', 'for="9.9.9.9x"', 'for="x9.9.9.9"', 'for="9.9.9.9:x"', 'for="9.9.9.9:"', 'for="9.9.9.9:123456"', 'for="9.9.9.9:_"', 'for="[::1]x"', 'for="x[::1]"', 'for="::1"', 'for="[9.9.9.9"', 'for="[::1"',
    'for=9.9.9.9;for=8.8.8.8', 'for=9.9.9.9;FOR=8.8.8.8', 'for=unknown', 'for=_hidden', 'for=""', 'xfor=9.9.9.9', 'forx=9.9.9.9',
  ])('%j names nobody', (header) => expect(read(header)).toEqual([undefined]));
});

/** Every network of so many bits. */
const split = (bits: number) =>
  Array.from({ length: 2 ** bits }, (_, index) => `${index * 2 ** (8 - bits)}.0.0.0/${bits}`).toReversed();

/** Lists of ranges, and whether they trust every visitor of a family. */
export const trustedRanges: readonly (readonly [ranges: string, everybody: boolean])[] = [
  ['0.0.0.0/0', true],
  ['::/0', true],
  ['::ffff:0:0/0', true],
  ['0.0.0.0/1 128.0.0.0/1', true],
  ['128.0.0.0/1 10.0.0.0/8 0.0.0.0/1 ::1', true],
  ['128.0.0.0/2 192.0.0.0/2 0.0.0.0/2 64.0.0.0/2', true],
  [split(8).join(' '), true],
  // Nobody visits from the rest.
  ['0.0.0.0/1 128.0.0.0/2 192.0.0.0/3', true],
  ['2000::/3', true],
  ['8000::/1 ::/1', true],
  ['2000::/4 3000::/4', true],
  [split(8).slice(1).join(' '), true],
  [split(8).toSpliced(100, 1).join(' '), false],
  ['0.0.0.0/1', false],
  ['128.0.0.0/1', false],
  ['::/1 2000::/5', true],
  ['2000::/4', false],
  ['8000::/1', false],
  ['10.0.0.0/8 ::1', false],
  ['10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7', false],
  ['173.245.48.0/20 103.21.244.0/22 2400:cb00::/32 2606:4700::/32', false],
  ['81.2.69.142', false],
];

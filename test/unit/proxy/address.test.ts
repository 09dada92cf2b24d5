import { describe, expect, it } from 'vitest';
import type { ProxyOptions } from '../../../src/proxy/proxy.ts';
import { startProxy } from './visitor.ts';

type Trust = ProxyOptions['trust'];
type Row = readonly [peer: string, trust: Trust, headers: Readonly<Record<string, string>>, asked: string];

/** Asks one proxy and tells which address reached the service. */
async function askedAbout([peer, trust, headers]: Row, trustHeader?: string): Promise<unknown> {
  const { ask, upstream } = await startProxy({ trust, trustHeader });
  const { status } = await ask(headers, { ip: peer });
  expect([status, upstream.received.length]).toEqual([200, 1]);
  return upstream.received[0]?.headers['x-visitor-ip'];
}

const visitor = '81.2.69.142';
const forged = '9.9.9.9';
const front = '10.0.0.1';
const outer = '173.245.48.5';
const cdn = ['10.0.0.0/8', '173.245.48.0/20', '2400:cb00::/32'];

describe('with nobody trusted', () => {
  it.each(['x-visitor-ip', 'x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'x-vercel-forwarded-for'])(
    '%s of the visitor is not believed',
    async (name) => {
      const value = name === 'forwarded' ? `for=${forged}` : forged;
      expect(await askedAbout([visitor, 'none', { [name]: value }, visitor])).toBe(visitor);
    },
  );

  it.each<Row>([
    [visitor, 'none', {}, visitor],
    ['::ffff:81.2.69.142', 'none', {}, visitor],
    ['2001:4860:4860:0:0:0:0:8888', 'none', {}, '2001:4860:4860::8888'],
    ['2A01:CB00::1', 'none', {}, '2a01:cb00::1'],
    ['fe80::1%eth0', 'none', {}, 'fe80::1'],
    ['127.0.0.1', 'none', { 'x-forwarded-for': forged }, '127.0.0.1'],
    ['::1', 'none', { 'x-forwarded-for': forged }, '::1'],
  ])('the peer %s is asked about', async (...row) => {
    expect(await askedAbout(row)).toBe(row[3]);
  });

  it.each(['', 'unknown', '/run/proxy.sock', '0177.0.0.1', '127.1', '2130706433', `${visitor}:51234`])(
    'a peer told as %j is an error of the host and no guess',
    async (ip) => {
      const { ask, upstream, lines } = await startProxy();
      const { status } = await ask({ 'x-forwarded-for': forged }, { ip });
      expect([status, upstream.received.length, lines.length]).toEqual([500, 0, 1]);
    },
  );
});

it.each<Row>([
  [front, 1, { 'x-forwarded-for': visitor }, visitor],
  [front, 1, { 'x-forwarded-for': `${forged}, ${visitor}` }, visitor],
  [front, 2, { 'x-forwarded-for': `${forged}, ${visitor}, ${outer}` }, visitor],
  [front, 3, { 'x-forwarded-for': `${forged}, ${visitor}, ${outer}, 10.0.0.2` }, visitor],
  // Fewer entries than servers: the last one that a server wrote.
  [front, 2, { 'x-forwarded-for': visitor }, visitor],
  [front, 1, {}, front],
  [front, 1, { 'x-real-ip': forged, forwarded: `for=${forged}` }, front],
  [front, 1, { 'x-forwarded-for': '' }, front],
  [front, 1, { 'x-forwarded-for': `${visitor}:51234` }, visitor],
  [front, 1, { 'x-forwarded-for': '[2001:4860:4860::8888]:443' }, '2001:4860:4860::8888'],
  [front, 1, { 'x-forwarded-for': '::ffff:81.2.69.142' }, visitor],
  // What is no address ends the walk; nothing left of it counts.
  [front, 1, { 'x-forwarded-for': `${forged}, unknown` }, front],
  [front, 1, { 'x-forwarded-for': `${forged},` }, front],
  [front, 1, { 'x-forwarded-for': `${forged}, fe80::1%eth0` }, front],
  [front, 1, { 'x-forwarded-for': `${forged}, 81.2.69.142 evil` }, front],
  [front, 1, { 'x-forwarded-for': `${forged}; ${visitor}` }, front],
  [front, 2, { 'x-forwarded-for': `${forged}, unknown, ${outer}` }, outer],
  [front, 1, { 'x-forwarded-for': `${`${forged}, `.repeat(200)}${visitor}` }, visitor],
  [front, 1, { 'x-forwarded-for': `${forged},\t${visitor}` }, visitor],
  [front, 1, { 'x-forwarded-for': `${forged}, 2001:4860:4860::8888:443:1:2:3` }, front],
  [front, 1, { 'x-forwarded-for': `${forged}, [81.2.69.142]` }, visitor],
  // A socket without an address, as between nginx and a Unix socket.
  ['', 1, { 'x-forwarded-for': visitor }, visitor],
])('with a number of servers in front peer %s, trust %j, %j: asks about %s', async (...row) => {
  expect(await askedAbout(row)).toBe(row[3]);
});

describe('with a list of trusted servers', () => {
  it.each<Row>([
    [front, cdn, { 'x-forwarded-for': `${forged}, ${visitor}` }, visitor],
    [front, cdn, { 'x-forwarded-for': `${forged}, ${visitor}, 2400:cb00::7, ${outer}` }, visitor],
    [`::ffff:${front}`, cdn, { 'x-forwarded-for': visitor }, visitor],
    ['2400:cb00::1', cdn, { 'x-forwarded-for': visitor }, visitor],
    [`::ffff:a00:1`, cdn, { 'x-forwarded-for': `${forged}, ${visitor}, ::ffff:${outer}` }, visitor],
    // A peer that is not on the list speaks for itself.
    ['11.0.0.1', cdn, { 'x-forwarded-for': forged }, '11.0.0.1'],
    [visitor, cdn, { 'x-forwarded-for': `${forged}, ${outer}` }, visitor],
    // All are trusted: the furthest.
    [front, cdn, { 'x-forwarded-for': `10.0.0.9, ${outer}` }, '10.0.0.9'],
    [front, cdn, {}, front],
    [front, cdn, { 'x-forwarded-for': `${forged}, unknown` }, front],
    [front, cdn, { 'x-forwarded-for': `${forged}, _x, ${outer}` }, outer],
    [front, ['10.0.0.1/32', '10.0.0.2/32'], { 'x-forwarded-for': `${visitor}, 10.0.0.2` }, visitor],
  ])('peer %s, trust %j, %j: asks about %s', async (...row) => {
    expect(await askedAbout(row)).toBe(row[3]);
  });
});

describe('with another header', () => {
  it.each<readonly [header: string, value: string, asked: string]>([
    ['cf-connecting-ip', visitor, visitor],
    ['CF-Connecting-IP', visitor, visitor],
    ['x-real-ip', '2001:4860:4860::8888', '2001:4860:4860::8888'],
    ['true-client-ip', `${forged}, ${visitor}`, visitor],
    ['forwarded', `for=${forged}, For="${visitor}:4711";proto=https`, visitor],
    ['forwarded', `for=${forged}, for=unknown`, front],
    ['forwarded', '', front],
  ])('%s: %s asks about %s', async (header, value, asked) => {
    expect(await askedAbout([front, 1, { [header]: value }, asked], header)).toBe(asked);
  });

  it.each([
    ['240.16.0.1', '2a01:cb00::1', '2a01:cb00::1'],
    ['255.255.255.254', '2a01:cb00::1', '2a01:cb00::1'],
    // Without the other header, and for any other address, nothing else counts.
    ['240.16.0.1', undefined, '240.16.0.1'],
    ['240.16.0.1', 'unknown', front],
    [visitor, '2a01:cb00::1', visitor],
    ['239.255.255.255', '2a01:cb00::1', '239.255.255.255'],
  ])('cf-connecting-ip of Cloudflare: %s beside %s asks about %s', async (named, beside, asked) => {
    const headers = { 'cf-connecting-ip': named, ...(beside && { 'cf-connecting-ipv6': beside }) };
    expect(await askedAbout([front, 1, headers, asked], 'cf-connecting-ip')).toBe(asked);
    const others = { 'x-real-ip': named, ...(beside && { 'cf-connecting-ipv6': beside }) };
    expect(await askedAbout([front, 1, others, named], 'x-real-ip')).toBe(named);
  });
});

it.each<Row>([
  [front, 2, { forwarded: `for=${forged}, for=${visitor};host="a,b", for=${outer};host="c,for=${forged}"` }, visitor],
  // The walk ends at the last good hop.
  [front, 3, { forwarded: `for=${forged}, for="${visitor}", x", for=${outer}` }, outer],
  [front, cdn, { forwarded: `for=${forged}, for="${visitor}:1", for="[2400:cb00::7]", for=${outer}` }, visitor],
])('a Forwarded header of several hops peer %s, trust %j, %j: asks about %s', async (...row) => {
  expect(await askedAbout(row, 'forwarded')).toBe(row[3]);
});

describe('a proxy that nobody told about the server in front', () => {
  it('says so once, naming the setting', async () => {
    const { ask, lines } = await startProxy();
    for (let request = 0; request < 3; request++) await ask({ 'x-forwarded-for': visitor }, { ip: front });
    expect(lines).toEqual([expect.stringContaining('GEOLET_TRUST')]);
  });

  it('says nothing when the peer is a visitor who forges the header', async () => {
    const { ask, lines } = await startProxy();
    await ask({ 'x-forwarded-for': forged }, { ip: visitor });
    expect(lines).toEqual([]);
  });
});

describe('a trusted header that names a private address', () => {
  const log = async (trust: Trust, written: string | undefined, more: Readonly<Record<string, string>> = {}) => {
    const { ask, lines } = await startProxy({ trust });
    const headers = { ...(written !== undefined && { 'x-forwarded-for': written }), ...more };
    for (let request = 0; request < 3; request++) await ask(headers, { ip: front });
    return lines;
  };

  it.each<[string, Trust, string | undefined, string]>([
    ['of the visitor, whom something hides', 1, '172.17.0.1', 'NAT, or a container'],
    ['of the visitor, whatever is trusted', cdn, '192.168.1.7', 'visitors in your own network'],
    ['of a server, with the visitor beside it', 1, `${visitor}, 10.0.0.2`, 'set trust (GEOLET_TRUST) to 2, or add'],
    ['of a server that is not listed', ['10.0.0.1'], `${visitor}, 10.0.0.2`, 'set trust (GEOLET_TRUST) to 2, or add'],
    ['of nobody, since it is not there', 1, undefined, 'Let it write that header'],
    ['of nobody, since a list trusts who does not write it', cdn, undefined, 'Let it write that header'],
    ['of nobody, since it is no address', 1, 'unknown', 'Let it write that header'],
  ])('is logged once, with what to set: %s', async (_, trust, written, hint) => {
    const lines = await log(trust, written);
    expect(lines).toEqual([expect.stringContaining(hint)]);
    expect(lines[0]).toContain('x-forwarded-for');
    expect(lines[0]).not.toMatch(/\d+\.\d+\.\d+/);
  });

  it.each<[string, Trust, string | undefined, Readonly<Record<string, string>>]>([
    ['a public one', 1, visitor, {}],
    ['a public one beside what the visitor wrote', 1, `10.9.9.9, ${visitor}`, {}],
    ['none, to a proxy with nobody in front', 'none', undefined, {}],
    ['none, from a neighbour who is not listed', ['10.0.0.9'], undefined, {}],
    ['a private one to the doctor, who says so itself', 1, '172.17.0.1', { 'x-geolet-examine': '1' }],
  ])('is not logged where it names %s', async (_, trust, written, more) => {
    expect(await log(trust, written, more)).toEqual([]);
  });

  it('is logged once for each cause, in any order', async () => {
    const { ask, lines } = await startProxy({ trust: 1 });
    for (const written of ['172.17.0.1', '192.168.1.7', `${visitor}, 10.0.0.2`, '172.17.0.1'])
      await ask({ 'x-forwarded-for': written }, { ip: front });
    expect(lines).toHaveLength(2);
  });
});

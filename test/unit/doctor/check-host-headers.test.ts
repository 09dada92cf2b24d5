import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { checkHostHeaders } from '../../../src/doctor/check-host-headers.ts';
import { checkVisitor } from '../../../src/doctor/check-visitor.ts';
import type { Finding } from '../../../src/doctor/finding.ts';
import { headerSources } from '../../../src/proxy/hosts/header-sources.ts';
import { readHeaderSource } from '../../../src/proxy/hosts/host-option.ts';
import { toNodeListener } from '../../../src/proxy/node/listener.ts';
import { createResponder, type ProxyOptions } from '../../../src/proxy/proxy.ts';
import type { Peer } from '../../../src/proxy/request/visitor-request.ts';
import { type FrontServer, fronts, startFrontServer } from '../../support/front-server.ts';
import { startServer } from '../../support/start-server.ts';
import { visitors } from '../../support/visitors.ts';

/** What a host sends for a visitor in France, by the name of its first header. */
const france: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(headerSources).flatMap(({ headers }) =>
    Object.entries(headers)
      .slice(0, 1)
      .map(([name, format]) => [name.toLowerCase(), format.write({ countryCode: 'FR' })]),
  ),
);

/** A host in front of the proxy that overwrites the named headers, and no others. */
const overwriting =
  (names: readonly string[]) =>
  (headers: IncomingHttpHeaders, seen: string): IncomingHttpHeaders => ({
    ...fronts.appends('x-forwarded-for')(headers, seen),
    ...Object.fromEntries(names.map((name) => [name.toLowerCase(), france[name.toLowerCase()] ?? ''])),
  });

async function startChain(options: Partial<ProxyOptions>, front: Partial<FrontServer>, peer?: Partial<Peer>) {
  const answer = createResponder({ upstream: 'host', limit: 0, log: () => {}, ...options });
  const proxy = toNodeListener((request, { ip }) => answer(request, { ip, ...peer }));
  const to = await startServer(proxy);
  const url = await startFrontServer({ to, sees: visitors.lyon, headers: fronts.appends('x-forwarded-for'), ...front });
  return new URL(`${url}/geo`);
}

const linesOf = (findings: readonly Finding[]) => findings.map(({ result, text }) => `${result}: ${text}`);
const linesAt = async (endpoint: URL) => linesOf(await checkHostHeaders(endpoint, false, undefined));

describe.each(Object.values(headerSources))('of headers of $name, the doctor', (source) => {
  const names = Object.keys(source.headers);
  const options = { upstream: `host:${source.name}`, trust: 1 };

  it('is right where the host overwrites each of them', async () => {
    expect(await linesAt(await startChain(options, { headers: overwriting(names) }))).toEqual([
      `good: A false place is not believed in any of ${names.length} headers that say where visitors are.`,
    ]);
  });

  it('is red where the host has them switched off, and says how to turn them on', async () => {
    const text: unknown = expect.stringContaining(`A false place in ${names[0]}`);
    expect(await checkHostHeaders(await startChain(options, {}), false, undefined)).toMatchObject([
      { result: 'bad', text, fix: expect.stringContaining('hosts.md') as string },
    ]);
  });

  it('is red where one of them is left to visitors', async () => {
    expect(await linesAt(await startChain(options, { headers: overwriting(names.slice(0, -1)) }))).toEqual([
      `bad: A false place in ${names.at(-1)} is believed: every visitor can choose where they are.`,
    ]);
  });
});

describe('of headers of a host, the doctor', () => {
  const worker = { ip: visitors.lyon, place: { countryCode: 'FR' }, host: 'workers' } as const;

  it('tries those that the owner names, where it knows them', async () => {
    const upstream = 'host:countryCode=X-Country,city=X-City';
    const endpoint = await startChain({ upstream, trust: 1 }, {});
    expect(linesOf(await checkHostHeaders(endpoint, false, readHeaderSource(upstream)))).toEqual([
      'bad: A false place in X-Country is believed: every visitor can choose where they are.',
    ]);
    expect(await linesAt(endpoint)).toEqual([
      expect.stringMatching(/^skipped: .* give --upstream, or GEOLET_UPSTREAM, as the proxy has it\.$/),
    ]);
  });

  it('says nothing of a service', async () => {
    const json = { 'content-type': 'application/json' };
    const upstream = await startServer((_, outgoing) => outgoing.writeHead(200, json).end('{}'));
    for (const peer of [undefined, worker])
      expect(await linesAt(await startChain({ upstream, key: 'key', trust: 1 }, {}, peer))).toEqual([]);
  });

  it('has none to try where the host says the place itself', async () => {
    expect(await linesAt(await startChain({}, {}, worker))).toEqual([
      'good: The place comes from the host itself, and from no header that a visitor could write.',
    ]);
  });

  it("tries the one in which Netlify's servers hand it to a function", async () => {
    const answer = createResponder({ upstream: 'host', limit: 0, log: () => {} });
    const believing = toNodeListener((request) => {
      const geo = JSON.parse(atob(request.headers.get('x-nf-geo') ?? 'e30=')) as { city?: string };
      const place = { countryCode: 'FR', ...(geo.city !== undefined && { city: geo.city }) };
      return answer(request, { ip: visitors.lyon, place, host: 'netlify' });
    });
    const endpoint = new URL(`${await startServer(believing)}/geo`);
    expect(await linesAt(endpoint)).toEqual([
      'bad: A false place in X-NF-Geo is believed: every visitor can choose where they are.',
    ]);
  });

  it('cannot see it from a server that is trusted itself', async () => {
    const proxy = toNodeListener(
      createResponder({ upstream: 'host:nginx', trust: ['127.0.0.1'], log: () => {}, limit: 0 }),
    );
    const endpoint = new URL(
      `${await startFrontServer({ to: await startServer(proxy), headers: fronts.appends('x-forwarded-for') })}/geo`,
    );
    expect(linesOf(await checkHostHeaders(endpoint, true, undefined))).toEqual([
      expect.stringMatching(
        /^skipped: This machine is one that GEOLET_TRUST lists, so its X-Geo-Country, .* is believed\./,
      ),
    ]);
  });

  it('says how many were tried where something in front refuses', async () => {
    const refuses = (sent: IncomingHttpHeaders) => (sent['x-geo-isp'] === undefined ? undefined : 429);
    const headers = overwriting(Object.keys(headerSources['nginx']?.headers ?? {}));
    const endpoint = await startChain({ upstream: 'host:nginx', trust: 1 }, { refuses, headers });
    expect(await linesAt(endpoint)).toEqual([
      expect.stringMatching(
        /^skipped: A false place was tried in 9 of 10 headers .* run the doctor again in a minute\.$/,
      ),
    ]);
  });
});

describe('of the data of a host, the doctor', () => {
  const dataOf = async (front: Partial<FrontServer>) =>
    (await checkVisitor(await startChain({ upstream: 'host:nginx', trust: 1 }, front), false)).filter(
      ({ check }) => check === 'data',
    );

  it('knows no age', async () =>
    expect(linesOf(await dataOf({ headers: overwriting(['X-Geo-Country']) }))).toEqual([
      'skipped: The age of the geo data is unknown: they belong to the host, which does not report it.',
    ]));

  it('is red where it says no country for a public address', async () =>
    expect(await dataOf({})).toMatchObject([
      {
        result: 'bad',
        text: 'This machine has a public address, and the host (nginx) says no country for it.',
        fix: expect.stringContaining('hosts.md') as string,
      },
    ]));
});

import type { IncomingHttpHeaders } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { addressHeaders, checkVisitor } from '../../../src/doctor/check-visitor.ts';
import { examine } from '../../../src/doctor/examine.ts';
import type { Finding } from '../../../src/doctor/finding.ts';
import { forgedAddresses, readReport, writeReport } from '../../../src/proxy/request/doctor-report.ts';
import { toNodeListener } from '../../../src/proxy/node/listener.ts';
import { createNodeTransport } from '../../../src/proxy/node/transport.ts';
import { createResponder, type ProxyOptions } from '../../../src/proxy/proxy.ts';
import { type FrontServer, fronts, startFrontServer } from '../../support/front-server.ts';
import { writeMmdb } from '../../support/mmdb-writer.ts';
import { startServer } from '../../support/start-server.ts';
import { startService } from '../../support/service.ts';
import { visitors } from '../../support/visitors.ts';

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const createProxy = (options: Partial<ProxyOptions> = {}) =>
  createResponder({
    upstream: service.url,
    key: service.key,
    limit: 0,
    timeoutMs: 20_000,
    transport: createNodeTransport(),
    log: () => {},
    ...options,
  });

type Front = Omit<FrontServer, 'to'>;

/** The servers in front of the proxy, the outermost last. @returns where the doctor asks. */
async function startChain(options: Partial<ProxyOptions>, ...servers: readonly Front[]): Promise<string> {
  let to = await startServer(toNodeListener(createProxy(options)));
  for (const server of servers) to = await startFrontServer({ ...server, to });
  return to;
}

const appends = fronts.appends('x-forwarded-for');
/** A visitor from Lyon, as the outermost server sees them. */
const outermost = (headers: Front['headers'], more: Partial<Front> = {}): Front => ({
  headers,
  sees: visitors.lyon,
  ...more,
});
const one = [outermost(appends)];
/** Behind it, servers see the address of the one before. */
const two: readonly Front[] = [{ headers: appends, sees: '173.245.48.5' }, ...one];

/** As a machine outside would find it: this one reaches every server of a test by its own loopback address. */
const fromOutside = async (options: Partial<ProxyOptions>, ...servers: readonly Front[]) =>
  checkVisitor(new URL(`${await startChain(options, ...servers)}/geo`), false);
const fromHere = async (options: Partial<ProxyOptions>, ...servers: readonly Front[]) =>
  checkVisitor(new URL(`${await startChain(options, ...servers)}/geo`), true);

const linesOf = (findings: readonly Finding[], result: Finding['result']) =>
  findings.filter((finding) => finding.result === result).map(({ check, text }) => `${check}: ${text}`);
const wrong = (findings: readonly Finding[]) => linesOf(findings, 'bad');
const fixes = (findings: readonly Finding[]) => findings.flatMap(({ fix }) => fix ?? []);

const noLie = `visitor: A false address is not believed in any of ${addressHeaders.length} headers that a visitor could write.`;
const believed = (...names: string[]) =>
  `visitor: A false address in ${names.join(', ')} is believed: every visitor can choose where they are.`;
const unheard = (written: string, heard = 'none') =>
  `visitor: Servers in front have written ${written} into the header, and the proxy believes ${heard}: it uses a server's address for every visitor.`;
const namesNobody =
  'visitor: The proxy trusts a server in front, which names no visitor: it uses the address of that server for every visitor, and would believe a visitor who writes the header.';

const overwrites = (name: string) => outermost(fronts.overwrites(name));
const cdnHeader = 'cf-connecting-ip';

describe('the doctor finds the right visitor', () => {
  const lies = (headers: IncomingHttpHeaders) => (headers['x-forwarded-for'] === undefined ? undefined : 403);

  it.each<[string, Partial<ProxyOptions>, readonly Front[]]>([
    ['behind one server that adds to X-Forwarded-For', { trust: 1 }, one],
    ['behind one that overwrites it', { trust: 1 }, [overwrites('x-forwarded-for')]],
    ['behind two', { trust: 2 }, two],
    ['behind two that are listed', { trust: ['127.0.0.1', '173.245.48.0/20'] }, two],
    [
      'behind one that overwrites a header of another name, and passes others on',
      { trust: 1, trustHeader: 'x-real-ip' },
      [overwrites('x-real-ip')],
    ],
    ['behind a CDN with its own header', { trust: 1, trustHeader: cdnHeader }, [overwrites(cdnHeader)]],
    [
      'behind one that writes Forwarded',
      { trust: 1, trustHeader: 'forwarded' },
      [outermost(fronts.appends('forwarded'))],
    ],
    ['behind a firewall that refuses who writes such headers', { trust: 1 }, [outermost(appends, { refuses: lies })]],
    ['where the country is kept from pages', { trust: 1, withhold: ['countryCode'] }, one],
    [
      'where all of the place is kept from pages',
      { trust: 1, withhold: ['countryCode', 'countryName', 'city', 'timezone'] },
      one,
    ],
  ])('%s', async (_, options, servers) => {
    const findings = await fromOutside(options, ...servers);
    expect(wrong(findings)).toEqual([]);
    expect(linesOf(findings, 'good')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^visitor: The proxy sees a public address for this machine, which \d servers? in front reported\.$/,
        ),
        noLie,
      ]),
    );
  });

  it('where the host knows the visitor, and writes its header besides', async () => {
    const proxy = createProxy();
    const own = new Headers({ 'cf-connecting-ip': visitors.lyon, 'x-forwarded-for': visitors.lyon });
    const url = await startServer(
      toNodeListener(({ method, url: address, signal, headers }) => {
        const get = (name: string) => own.get(name) ?? headers.get(name);
        return proxy({ method, url: address, signal, headers: { get } }, { ip: visitors.lyon });
      }),
    );
    const findings = await checkVisitor(new URL(`${url}/geo`), false);
    expect(linesOf(findings, 'good').slice(0, 2)).toEqual([
      'visitor: The proxy sees a public address for this machine.',
      noLie,
    ]);
    expect(wrong(findings)).toEqual([]);
  });
});

describe('the doctor is red and says which way the trust is wrong', () => {
  const low = (count: number) => `GEOLET_TRUST is too low: set it to ${count}.`;
  const addListed = 'add the address of the server whose word is not believed';
  const lie = believed('X-Forwarded-For');
  const nobody = [namesNobody, lie];
  const passes = [outermost(fronts.passes)];
  const haproxy = 'HAProxy wants option forwardfor';
  const oneTooMany =
    'visitor: The proxy believes 2 servers in front, and one names a visitor: an address that a visitor writes further left in the header would be believed.';
  const listed =
    "visitor: The address that the proxy takes for the visitor is one that GEOLET_TRUST lists: a server's.";
  const privateAddress =
    "visitor: The proxy sees a private address for this machine, which comes from outside: a server's, which it uses for every visitor.";
  const cdn = "visitor: A CDN names the visitor in cf-connecting-ip, and the proxy takes another address: the CDN's.";
  const pseudo =
    "visitor: Cloudflare's Pseudo IPv4 is on: the proxy sees visitors with IPv6 at addresses that have no place.";
  /** Adds the address that it reads in another header. */
  const believing = (name: string) =>
    outermost((headers, seen) => ({ ...headers, 'x-forwarded-for': String(headers[name] ?? seen) }));
  const forgetsCdn = [{ headers: fronts.overwrites('x-forwarded-for'), sees: '173.245.48.5' }, overwrites(cdnHeader)];
  const pseudoIpv4 = outermost((headers, seen) => ({
    ...headers,
    'x-forwarded-for': '240.16.0.1',
    'cf-connecting-ip': '240.16.0.1',
    'cf-connecting-ipv6': `2a01:cb00::${seen.replaceAll('.', ':')}`,
  }));

  it.each<[string, Partial<ProxyOptions>, readonly Front[], readonly string[], string]>([
    ['one server, and nobody is trusted', {}, one, [unheard('1 address')], low(1)],
    ['two servers, and nobody is trusted', {}, two, [unheard('2 addresses')], low(2)],
    ['two servers, and one is trusted', { trust: 1 }, two, [unheard('2 addresses', '1')], low(2)],
    ['two servers, and one is listed', { trust: ['127.0.0.1'] }, two, [unheard('2 addresses', '1')], addListed],
    ['one server, and others are listed', { trust: ['10.0.0.0/8'] }, one, [unheard('1 address')], addListed],
    ['one server, and two are trusted', { trust: 2 }, one, [oneTooMany, lie], 'GEOLET_TRUST is too high: set it to 1.'],
    [
      'one server, and the list has visitors in it',
      { trust: ['127.0.0.1', '140.77.0.0/16'] },
      one,
      [listed, lie],
      'GEOLET_TRUST is too high or lists too much',
    ],
    ['a server that passes the header on and adds nothing', { trust: 1 }, passes, nobody, haproxy],
    ['a listed server that passes the header on and adds nothing', { trust: ['127.0.0.1'] }, passes, nobody, haproxy],
    ['nothing, and one is trusted', { trust: 1 }, [], nobody, 'If no server stands in front, take GEOLET_TRUST out.'],
    [
      'a header of a CDN that is not there',
      { trust: 1, trustHeader: cdnHeader },
      one,
      [namesNobody, believed('CF-Connecting-IP')],
      'Let the server in front write the header that GEOLET_TRUST_HEADER names',
    ],
    [
      'a server that believes a header itself',
      { trust: 1 },
      [believing('x-real-ip')],
      [believed('X-Real-IP')],
      'let it overwrite X-Real-IP',
    ],
    [
      'a server that reads underscores as hyphens',
      { trust: 1 },
      [believing('x_forwarded_for')],
      [believed('X_Forwarded_For')],
      'let it overwrite X_Forwarded_For',
    ],
    ['a server that forgets whom a CDN names', { trust: 1 }, forgetsCdn, [cdn], `GEOLET_TRUST_HEADER=${cdnHeader}`],
    ['Pseudo IPv4 of Cloudflare', { trust: 1 }, [pseudoIpv4], [pseudo], `Set GEOLET_TRUST_HEADER=${cdnHeader}`],
    [
      'a private server that writes nothing',
      {},
      passes,
      [privateAddress],
      'Set GEOLET_TRUST, to 1 for one server in front',
    ],
    [
      'a first server that does not see visitors',
      { trust: 1 },
      [{ headers: appends, sees: '172.17.0.1' }],
      [privateAddress],
      "a container's port or a NAT hides their addresses",
    ],
  ])('%s', async (_, options, servers, expected, fix) => {
    const findings = await fromOutside(options, ...servers);
    expect(wrong(findings)).toEqual(expected);
    expect(fixes(findings)).toContainEqual(expect.stringContaining(fix));
    expect(findings.some(({ text }) => `visitor: ${text}` === noLie)).toBe(
      !expected.some((line) => line.includes('is believed')),
    );
  });

  it.each(addressHeaders.filter((name) => !name.includes('_')))(
    'when %s is believed as the visitor writes it, and by no other name',
    async (name) => {
      const options = { trust: 1, trustHeader: name.toLowerCase() };
      expect(wrong(await fromOutside(options, outermost(fronts.passes)))).toEqual([namesNobody, believed(name)]);
      expect(wrong(await fromOutside(options, overwrites(name.toLowerCase())))).toEqual([]);
    },
  );

  it('when a lie is believed and no country is told that would show it', async () =>
    expect(wrong(await fromOutside({ trust: 2, withhold: ['countryCode'] }, ...one))).toContain(
      believed('X-Forwarded-For'),
    ));

  it("by the record alone where something takes the proxy's report off", async () => {
    const front = outermost(appends, { drops: ['x-geolet-report'] });
    expect(wrong(await fromOutside({ trust: 2 }, front))).toEqual([believed('X-Forwarded-For')]);
    expect(wrong(await fromOutside({}, front))).toEqual([
      'visitor: The record has no country for this machine, which comes from outside: the proxy uses the address of a server in front for every visitor, or its service has no data.',
    ]);
    expect(linesOf(await fromOutside({ trust: 1 }, front), 'good')).toEqual([
      'visitor: The proxy sees this machine in FR.',
      noLie,
    ]);
  });

  it.each([visitors.osaka, visitors.saoPaulo])('whatever country this machine is in: %s', async (sees) => {
    const front = { headers: appends, sees };
    expect(wrong(await fromOutside({ trust: 2 }, front))).toContain(believed('X-Forwarded-For'));
    expect(wrong(await fromOutside({ trust: 1 }, front))).toEqual([]);
  });
});

describe("on the server's own machine", () => {
  const plain = { headers: appends };
  const tooHigh = 'too high: set it to 1. If visitors come through more servers than this machine does';
  const unseen =
    'visitor: This machine has a private address, so the doctor cannot check that visitors from outside are told apart. Run it on a machine outside, with the public name.';

  it.each<[string, Partial<ProxyOptions>, readonly Front[]]>([
    ['nothing in front', {}, []],
    ['one server that is trusted', { trust: 1 }, [plain]],
    ['two servers that are trusted', { trust: 2 }, [plain, plain]],
  ])('the doctor says what it cannot see, and is not red: %s', async (_, options, servers) => {
    const findings = await fromHere(options, ...servers);
    expect([wrong(findings), linesOf(findings, 'skipped')]).toEqual([[], [unseen]]);
    expect(linesOf(findings, 'good')).toContain(noLie);
  });

  it('it is not red where GEOLET_TRUST lists this machine, whose word is believed', async () => {
    const findings = await fromHere({ trust: ['127.0.0.1'] }, { headers: appends });
    expect(wrong(findings)).toEqual([]);
    expect(linesOf(findings, 'skipped')).toEqual([
      unseen,
      "visitor: This machine is one that GEOLET_TRUST lists, so its X-Forwarded-For is believed. Run the doctor on another machine to check a visitor's.",
    ]);
  });

  it.each<[string, Partial<ProxyOptions>, readonly Front[], string]>([
    ['one too low', {}, [plain], 'too low: set it to 1'],
    ['one too low of two', { trust: 1 }, [plain, plain], 'too low: set it to 2'],
    ['one too high', { trust: 2 }, [plain], tooHigh],
    ['a header that is not written', { trust: 1 }, [{ headers: fronts.passes }], 'HAProxy wants option forwardfor'],
  ])('it is red for what shows from here as well: %s', async (_, options, servers, fix) => {
    const findings = await fromHere(options, ...servers);
    expect(wrong(findings).length).toBeGreaterThan(0);
    expect(fixes(findings)[0]).toContain(fix);
  });

  it("all of it stands among the other findings, and the proxy's log says nothing of the lies", async () => {
    const lines: string[] = [];
    const page = '<!doctype html><title>Shop</title><script async src="/geolet.js" data-endpoint="/geo"></script>';
    const url = await startChain({ log: (line) => lines.push(line) }, { headers: fronts.passes, pages: { '/': page } });
    expect(linesOf(await examine(url, undefined), 'skipped')).toContain(unseen);
    expect(lines).toEqual([]);
    const low = await startChain({}, { headers: appends, pages: { '/': page } });
    expect(wrong(await examine(low, undefined))).toContain(unheard('1 address'));
  });
});

describe('requests that are refused', () => {
  it("are none of the doctor's own, also under a low limit, where no lie is believed", async () => {
    const findings = await fromOutside({ trust: 1, limit: 5 }, ...one);
    expect([wrong(findings), linesOf(findings, 'skipped')]).toEqual([[], []]);
    expect(linesOf(findings, 'good')).toContain(noLie);
  });

  it('leave headers untried, and the line says how many', async () => {
    let asked = 0;
    const refuses = (headers: IncomingHttpHeaders) => {
      // All at once looks like an attack to this server.
      if (headers['x-real-ip'] !== undefined && headers['forwarded'] !== undefined) return 403;
      return ++asked > 5 ? 429 : undefined;
    };
    const findings = await fromOutside({ trust: 1 }, outermost(appends, { refuses }));
    expect([wrong(findings), linesOf(findings, 'skipped')]).toEqual([
      [],
      [
        `visitor: Only 4 of ${addressHeaders.length} headers were tried: requests are refused (429). Run the doctor again in a minute.`,
      ],
    ]);
  });

  it('of which the first is one are told, and so are answers with an error: neither is green', async () => {
    const refused = await fromOutside({ trust: 1 }, outermost(appends, { refuses: () => 429 }));
    expect(refused).toEqual([
      { check: 'visitor', result: 'skipped', text: expect.stringContaining('and now with 429') },
    ]);
    const failing = await fromOutside(
      { trust: 1 },
      outermost(appends, { refuses: (headers) => (headers['forwarded'] === undefined ? undefined : 503) }),
    );
    expect(linesOf(failing, 'skipped')).toEqual([
      expect.stringMatching(/^visitor: Whether a false address in Forwarded is believed could not be seen/),
    ]);
    expect(linesOf(failing, 'good')).not.toContain(noLie);
  });

  it('hide no lie that was believed before', async () => {
    let asked = 0;
    const findings = await fromOutside(
      { trust: 1 },
      outermost(fronts.passes, { refuses: () => (++asked > 3 ? 429 : undefined) }),
    );
    expect(wrong(findings)).toContain(believed('X-Forwarded-For'));
  });
});

describe('the geo data', () => {
  const databaseOf = (builtAt: Date): string => {
    const folder = mkdtempSync(join(tmpdir(), 'geolet-data-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(
      join(folder, 'city.mmdb'),
      writeMmdb({ databaseType: 'City', builtAt, networks: { '140.77.0.0/16': { country: { iso_code: 'FR' } } } }),
    );
    return join(folder, 'city.mmdb');
  };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 1000);
  const withData = async (city: readonly string[], more: Partial<ProxyOptions> = {}) => {
    const own = await startService({ databases: { city, asn: [] } });
    onTestFinished(() => own.stop());
    return fromOutside({ upstream: own.url, key: own.key, trust: 1, ...more }, ...one);
  };
  const dataLines = (findings: readonly Finding[]) =>
    findings.filter(({ check }) => check === 'data').map(({ result, text }) => `${result}: ${text}`);

  it('that are missing for a public address are red, unless pages may not see the country', async () => {
    const missing =
      'bad: This machine has a public address, and the service knows no country for it: geo data are missing.';
    expect(dataLines(await withData([]))).toEqual([missing]);
    expect(dataLines(await withData([], { withhold: ['countryCode'] }))).toEqual([
      'skipped: The age of the geo data is unknown: the service does not report it.',
    ]);
    expect(dataLines(await fromHere({}))).not.toContain(missing);
  });

  it('of a few days are told with their age, those of more than 90 with a warning and what to do', async () => {
    const [young, old] = [daysAgo(90), daysAgo(91)];
    const day = (date: Date) => date.toISOString().slice(0, 10);
    expect(dataLines(await withData([databaseOf(young)]))).toEqual([
      expect.stringMatching(`^good: The geo data are of ${day(young)}, 90 days old\\.$`),
    ]);
    const findings = await withData([databaseOf(old)]);
    const told = `warning: The geo data are of ${day(old)}, 91 days old: addresses have moved since.`;
    const fix: unknown = expect.stringContaining('npm run service -- update-data');
    expect([dataLines(findings), wrong(findings), fixes(findings)]).toEqual([[told], [], [fix]]);
  });

  it.each([{}, { 'x-geo-data-date': 'yesterday' }, { 'x-geo-data-date': '2026-99-99' }])(
    'of a vendor are of unknown age where no day comes with them: %j',
    async (headers: Record<string, string>) => {
      const vendor = await startServer((_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json', ...headers }).end('{"countryCode":"FR"}'),
      );
      expect(dataLines(await fromOutside({ upstream: vendor, trust: 1 }, ...one))).toEqual([
        'skipped: The age of the geo data is unknown: the service does not report it.',
      ]);
    },
  );
});

describe("the proxy's report", () => {
  it('comes to whoever asks for it about their own request, and holds no address', async () => {
    const url = await startChain({ trust: 2 }, { headers: appends, sees: '10.1.2.3' });
    const asked = await fetch(`${url}/geo`, { headers: { 'x-geolet-examine': '1' } });
    expect(asked.headers.get('x-geolet-report')).toMatch(
      /^address=private, read=1, unread=0, missing=1, data=\d{4}-\d\d-\d\d$/,
    );
    expect(asked.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('comes to nobody else, and not with errors', async () => {
    const url = await startChain({});
    const headersFor = async (init: RequestInit) => (await fetch(`${url}/geo`, init)).headers;
    expect((await headersFor({})).has('x-geolet-report')).toBe(false);
    const headers = { 'x-geolet-examine': '1' };
    expect((await headersFor({ method: 'DELETE', headers })).has('x-geolet-report')).toBe(false);
  });

  it("knows the doctor's own lies, of which the doctor takes one from another country", async () => {
    const url = await startChain({ trust: 1 });
    for (const { address, country } of forgedAddresses) {
      const answer = await fetch(`${url}/geo`, { headers: { 'x-geolet-examine': '1', 'x-forwarded-for': address } });
      expect(answer.headers.get('x-geolet-report')).toContain('address=forged');
      expect(await answer.json()).toMatchObject({ countryCode: country });
    }
  });

  it('is read as it was written', () => {
    const report = {
      isPublic: true,
      isTrusted: true,
      isForged: false,
      read: 2,
      unread: 1,
      missing: 0,
      cdnHeader: 'cf-connecting-ip',
      host: 'cloudflare',
      isForgedPlace: true,
      isCountryWithheld: true,
      dataDate: '2026-11-01',
    } as const;
    expect(readReport(writeReport(report))).toEqual(report);
  });

  it.each([
    undefined,
    '',
    'public',
    'address=public',
    'address=here, read=1, unread=0, missing=0',
    'address=public, read=-1, unread=0, missing=0',
    'address=public, read=x, unread=0, missing=0',
  ])('is none: %s', (text) => expect(readReport(text)).toBeUndefined());
});

it('docs/doctor.md names every header in which the doctor lies', () => {
  const named = /^The headers: (.*?)\.$/ms.exec(readFileSync('docs/doctor.md', 'utf8'))?.[1] ?? '';
  expect([...named.matchAll(/`([^`]+)`/g)].map(([, name]) => name)).toEqual([...addressHeaders]);
});

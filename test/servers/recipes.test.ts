import { readdirSync, readFileSync, statSync } from 'node:fs';
import { Agent, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';
import { visitors } from '../support/visitors.ts';
import { type Answer, ask, askRecord } from './ask.ts';
import { forgedAddress, forgeries } from './forged.ts';
import { fronts } from './fronts.ts';
import { visitor6 } from './network.ts';
import { runDoctor } from './run-doctor.ts';
import { type RunningFront, startFront } from './start-front.ts';
import { startProxy } from './start-proxy.ts';
import { close, startSite } from './start-site.ts';

const patience = { timeout: 20_000 };
const everybody = [visitors.lyon, visitors.osaka, visitors.newYork, visitors.saoPaulo, visitor6];

/** What belongs to the connection, not to the answer. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'date',
  'server',
  'via',
  'age',
  'x-varnish',
  'accept-ranges',
]);

let service: Awaited<ReturnType<typeof startService>>;
let site: Server;
beforeAll(async () => {
  [service, site] = await Promise.all([startService(), startSite()]);
});
afterAll(async () => {
  await Promise.all([service.stop(), close(site)]);
});

describe.each(fronts)('the recipe for $name', ({ recipe, servers, keepsPages, dropsForged }) => {
  let front: RunningFront;
  let proxy: Server;
  const restartProxy = async (settings: Readonly<Record<string, string>> = {}) => {
    if (proxy.listening) await close(proxy);
    proxy = await startProxy(service, { ...recipe.settings, ...settings });
  };
  beforeAll(async () => {
    proxy = await startProxy(service, recipe.settings);
    front = await startFront(servers);
  });
  afterAll(async () => {
    await front.stop();
    await close(proxy);
  });

  it.each(everybody)('gives the visitor at %s their own record', async (from) => {
    expect(await askRecord({ from })).toMatchObject({ IP: from });
  });

  it.each(forgeries)('does not believe %s', async (_what, headers) => {
    const answers = await Promise.all([visitors.newYork, visitor6].map((from) => askRecord({ from, headers })));
    // Varnish refuses who wants its own header dropped.
    if (answers.every(({ status }) => status === 400)) return;
    expect(answers).toMatchObject([
      { IP: visitors.newYork, countryCode: 'US' },
      { IP: visitor6, countryCode: 'FR' },
    ]);
  });

  it('passes the record on with the headers that the proxy gave it', async () => {
    await expectSameHeaders('/geo', []);
    await expectSameHeaders('/geo', ['sec-gpc', '1']);
    await expectSameHeaders('/geo', ['sec-fetch-site', 'cross-site']);
  });

  it("says which host was asked, so that the proxy knows the site's own pages from others", async () => {
    expect(await askRecord({ from: visitors.newYork, headers: ['origin', 'http://shop.example'] })).toMatchObject({
      IP: visitors.newYork,
    });
    expect(await askRecord({ from: visitors.newYork, headers: ['origin', 'http://elsewhere.example'] })).toMatchObject({
      status: 403,
    });
  });

  it.each(['identity', 'gzip', 'gzip, br'])(
    "passes the widget's files on as the proxy gives them to who accepts %s",
    async (encodings) => {
      const headers = ['accept-encoding', encodings];
      const names = [
        'geolet.js',
        String(readdirSync('dist').find((name) => /^geolet-elements\.[\w-]{8}\.js$/.test(name))),
        'geolet-flags/fr.svg',
        'geolet-none.js',
      ];
      for (const name of names) await expectSameHeaders(`/${name}`, headers);
      const { text } = await ask('/geolet.js', { headers });
      expect(text).toBe(readFileSync('dist/geolet.js', 'utf8'));
    },
  );

  it('lets a browser keep the files that it has', async () => {
    const headers = ['accept-encoding', 'gzip, br'];
    const { etag = '' } = (await ask('/geolet.js', { headers })).headers;
    expect(await ask('/geolet.js', { headers: [...headers, 'if-none-match', etag] })).toMatchObject({
      status: 304,
      text: '',
    });
  });

  it.each(['/', '/geometry', '/geo/', '/geo/x', '/shoes/geolet', '/shoes/geo', '/?geo'])(
    'leaves %s to the site',
    async (path) => {
      expect((await ask(path)).text).toContain(`Page ${path}, made`);
    },
  );

  it(keepsPages ? "keeps the site's pages in its cache, and no record" : 'keeps no page and no record', async () => {
    const pages = [await ask('/kept'), await ask('/kept', { from: visitors.osaka })];
    expect(pages[1]?.text === pages[0]?.text).toBe(keepsPages);
    for (const from of everybody) expect(await askRecord({ from })).toMatchObject({ IP: from });
    expect(filesBelow(front.folders).filter((file) => readFileSync(file, 'latin1').includes('"IP"'))).toEqual([]);
  });

  it('mixes no two visitors', async () => {
    const agents = everybody.map(() => new Agent({ keepAlive: true, maxSockets: 4 }));
    const visits = Array.from({ length: 500 }, async (_, number) => {
      const from = everybody[number % everybody.length] ?? '';
      const currentPage = `http://shop.example/page-${number % 7}`;
      const record = await askRecord({
        from,
        headers: ['referer', currentPage, 'cookie', `visit=${number}`],
        ...withAgent(agents[number % everybody.length]),
      });
      if (number % 5 === 0) await ask('/', { from });
      return record['IP'] === from && record['currentPage'] === currentPage;
    });
    const right = (await Promise.all(visits)).filter(Boolean).length;
    for (const agent of agents) agent.destroy();
    expect(right).toBe(500);
  });

  it('has no answer while the proxy is away, and finds it again', async () => {
    await close(proxy);
    for (const from of everybody)
      expect(await askRecord({ from })).toMatchObject({
        status: expect.toSatisfy((status) => Number(status) >= 500) as number,
      });
    expect((await ask('/')).text).toContain('Page /');
    await restartProxy();
    await expect.poll(() => askRecord({ from: visitors.osaka }), patience).toMatchObject({ IP: visitors.osaka });
  });

  it('is right for the doctor', async () => {
    const { status, text } = await runDoctor();
    expect(text).toContain('Lyon, France');
    expect(text).toContain('✓ visitor');
    expect(status, text).toBe(0);
  });

  describe('with GEOLET_TRUST one too low', () => {
    beforeAll(() => restartProxy({ GEOLET_TRUST: String(Number(recipe.settings['GEOLET_TRUST']) - 1 || 'none') }));
    afterAll(() => restartProxy());

    it('takes a server for every visitor', async () => {
      for (const from of everybody) expect(await askRecord({ from })).toMatchObject({ IP: '127.0.0.1' });
    });

    it('is wrong for the doctor, which says the right number', async () => {
      const { status, text } = await runDoctor();
      expect(text).toMatch(/✗ visitor/);
      expect(text).toMatch(new RegExp(`GEOLET_TRUST.*${recipe.settings['GEOLET_TRUST']}\\b`));
      expect(status, text).toBe(1);
    });
  });

  describe('with GEOLET_TRUST one too high', () => {
    beforeAll(() => restartProxy({ GEOLET_TRUST: String(Number(recipe.settings['GEOLET_TRUST']) + 1) }));
    afterAll(() => restartProxy());

    it(
      dropsForged ? 'believes no forged header still, since none arrives' : 'believes what a visitor writes',
      async () => {
        const from = visitors.newYork;
        expect(await askRecord({ from })).toMatchObject({ IP: from });
        expect(await askRecord({ from, headers: ['x-forwarded-for', forgedAddress] })).toMatchObject({
          IP: dropsForged ? from : forgedAddress,
        });
      },
    );

    it('is wrong for the doctor, which says the right number', async () => {
      const { status, text } = await runDoctor();
      expect(text).toMatch(/✗ visitor/);
      expect(text).toContain(`GEOLET_TRUST is too high: set it to ${recipe.settings['GEOLET_TRUST']}.`);
      expect(status, text).toBe(1);
    });
  });
});

const pastTheServer = { to: '127.0.0.1', port: 8787 } as const;

const withAgent = (agent: Agent | undefined) => (agent === undefined ? {} : { agent });

/** What the proxy says when it is asked past the web server is what visitors get. */
async function expectSameHeaders(path: string, headers: readonly string[]): Promise<void> {
  // An answer tells the ID of its request.
  const named = [...headers, 'x-request-id', 'visit-1'];
  const [given, passedOn] = [
    await ask(path, { headers: named, ...pastTheServer }),
    await ask(path, { headers: named }),
  ];
  expect(passedOn.status, path).toBe(given.status);
  const names = new Set(
    [...Object.keys(given.headers), ...Object.keys(passedOn.headers)].filter((name) => !ofConnection.has(name)),
  );
  const shown = ({ headers }: Answer, name: string) => `${name}: ${String(headers[name]).replace(/, */g, ', ')}`;
  for (const name of names) expect(shown(passedOn, name), path).toBe(shown(given, name));
}

function filesBelow(folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((file) => statSync(file).isFile());
}

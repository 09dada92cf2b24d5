import { gzipSync } from 'node:zlib';
import type { RequestListener } from 'node:http';
import { faults } from '../../support/site.ts';
import { stopClock } from '../support/clock.ts';
import { asWritten, content, countRequests, eachRow, expect, expectText, inLyon, requestsFor, test } from './told.ts';

const record = JSON.stringify({ countryCode: 'JP', countryName: 'Japan', city: 'Osaka' });
const redirect =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end();

interface Fault {
  readonly name: string;
  readonly geo: RequestListener;
  readonly code: string;
  /** How often it is asked for: once where asking again is no use, three times where it may be. */
  readonly requests: 1 | 3;
}

const table: Fault[] = [
  { name: 'a connection that is reset', geo: faults.reset, code: 'network', requests: 3 },
  {
    name: 'a body that ends early',
    geo: (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        .write('{"countryCode":', () => response.destroy()),
    code: 'network',
    requests: 3,
  },
  {
    name: 'a login page',
    geo: faults.body('<!doctype html><form>Log in', 'text/html'),
    code: 'bad-content-type',
    requests: 1,
  },
  {
    name: 'no content type',
    geo: (_request, response) => response.writeHead(200).end(record),
    code: 'bad-content-type',
    requests: 1,
  },
  { name: 'an empty body', geo: faults.body(''), code: 'bad-record', requests: 1 },
  { name: 'null', geo: faults.body('null'), code: 'bad-record', requests: 1 },
  { name: 'a list', geo: faults.body('[]'), code: 'bad-record', requests: 1 },
  { name: 'a word', geo: faults.body('"x"'), code: 'bad-record', requests: 1 },
  { name: 'a number', geo: faults.body('42'), code: 'bad-record', requests: 1 },
  { name: 'broken JSON', geo: faults.body('{"countryCode":'), code: 'bad-record', requests: 1 },
  { name: 'something behind the JSON', geo: faults.body(`${record}<script>`), code: 'bad-record', requests: 1 },
  { name: 'a number that JSON does not have', geo: faults.body('{"ASN": NaN}'), code: 'bad-record', requests: 1 },
  { name: 'UTF-16', geo: faults.body(Buffer.from(record, 'utf16le')), code: 'bad-record', requests: 1 },
  { name: 'deeply nested lists', geo: faults.body('['.repeat(60_000)), code: 'bad-record', requests: 1 },
  { name: '20 MB', geo: faults.body(Buffer.alloc(20_000_000, ' ')), code: 'too-large', requests: 1 },
  {
    name: 'a compression bomb',
    geo: (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(20_000_000, ' '))),
    code: 'too-large',
    requests: 1,
  },
  ...[204, 206, 304, 400, 401, 403, 404, 405, 451].map((status): Fault => ({
    name: `status ${status}`,
    geo: faults.status(status),
    code: 'http',
    requests: 1,
  })),
  ...[500, 502, 503, 504].map((status): Fault => ({
    name: `status ${status}`,
    geo: faults.status(status),
    code: 'http',
    requests: 3,
  })),
  { name: 'status 429', geo: faults.status(429), code: 'rate-limited', requests: 1 },
  { name: 'a redirect to a login page', geo: redirect('/login'), code: 'redirected', requests: 1 },
  {
    name: 'a redirect without an address',
    geo: (_request, response) => response.writeHead(302).end(),
    code: 'http',
    requests: 1,
  },
];

/** The first fault of each code, and of each number of requests. */
const kinds = table.filter(
  ({ code, requests }, index) => table.findIndex((each) => each.code === code && each.requests === requests) === index,
);

for (const [name, rows] of [
  ['each kind of fault', kinds],
  ['each fault @rare', table],
] as const)
  test(`the page stays as written, and is told once, after ${name}`, async ({ page, told, lines, expectLines }) => {
    expectLines(/^warning: \[geolet\] /, /^error: Failed to load resource/);
    // The waits between two tries pass at once.
    await page.clock.install();
    const count = countRequests(page);
    await eachRow(
      rows.map((fault) => [fault.name, fault]),
      page,
      async ([, { geo, code, requests }], site) => {
        const [linesBefore, countBefore] = [lines.length, count()];
        site.file('/login', (_request, response) =>
          response.writeHead(200, { 'content-type': 'text/html' }).end('Log in'),
        );
        site.geo = geo;
        await page.goto(site.page(content));
        await expect(async () => {
          await page.clock.runFor(100);
          expect(await told()).toEqual([`geo-error ${code}`, 'geo-ready none']);
        }).toPass({ intervals: [10] });
        expect(count() - countBefore).toBe(requests);
        await expectText(page, asWritten);
        expect(
          await page.evaluate(async () => [await geolet?.ready, document.documentElement.dataset.visitorStatus]),
        ).toEqual([undefined, 'fallback']);
        const line = new RegExp(
          `^warning: \\[geolet\\] ${code}: [^\\n]* How to fix it: await geolet\\.explain\\('${code}'\\)$`,
        );
        await expect
          .poll(() => lines.slice(linesBefore).filter((each) => each.includes('[geolet]')))
          .toEqual([expect.stringMatching(line)]);
      },
    );
  });

test('a record with a byte order mark is read', async ({ page, site, told }) => {
  site.geo = faults.body(`\uFEFF${record}`);
  await page.goto(site.page(content));
  await expect.poll(() => told()).toEqual(['geo-ready network']);
});

test.describe('where asking again cannot be had either @rare', () => {
  test.beforeEach(async ({ page, site, expectLines }) => {
    expectLines(/^warning: \[geolet\] network: TypeError/, /Failed to load resource/);
    site.geo = faults.reset;
    await stopClock(page, Date.now());
    await page.route('**/geolet-retry*', (route) => route.abort());
  });

  test('the failure is told at once', async ({ page, site, told }) => {
    await page.goto(site.page('<p data-geo-text="{city}">here</p>'));
    await expect.poll(() => told()).toEqual(['geo-error network', 'geo-ready none']);
  });

  test('and nothing more can be read, the failure is told at the budget’s end', async ({ page, site, told }) => {
    await page.addInitScript(() => {
      Blob.prototype.text = () => {
        Reflect.set(globalThis, Symbol.for('read'), true);
        return Promise.reject(new DOMException('', 'NotReadableError'));
      };
    });
    await page.goto(site.page('<p data-geo-text="{city}">here</p>'));
    await page.waitForFunction(() => Reflect.get(globalThis, Symbol.for('read')) as unknown, undefined, {
      polling: 50,
    });
    await page.clock.runFor(1999);
    expect(await told()).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => told()).toEqual(['geo-error network', 'geo-ready none']);
  });
});

test.describe('an endpoint that cannot be reached is named on the console and in the event @rare', () => {
  for (const [name, canRetry] of [
    ['after further tries', true],
    ['where asking again cannot be had', false],
  ] as const) {
    test(name, async ({ page, site, told, lines, expectLines }) => {
      expectLines(/\[geolet\] network/, /Failed to load resource/);
      site.geo = faults.reset;
      if (!canRetry) await page.route('**/geolet-retry*', (route) => route.abort());
      await page.addInitScript(() =>
        document.addEventListener('geo-error', ({ detail }) => Reflect.set(globalThis, Symbol.for('detail'), detail)),
      );
      await page.goto(site.page(content));
      await expect.poll(() => told()).toEqual(['geo-error network', 'geo-ready none']);
      const detail = `TypeError: Failed to fetch ${site.url}/geo`;
      expect(await page.evaluate(() => Reflect.get(globalThis, Symbol.for('detail')) as unknown)).toBe(detail);
      expect(lines).toContain(`warning: [geolet] network: ${detail}. How to fix it: await geolet.explain('network')`);
    });
  }
});

test.describe('the console has what the proxy said', () => {
  test('word for word, where it is a text', async ({ page, told, lines, expectLines }) => {
    expectLines(/\[geolet\] http: 403/, /Failed to load resource/);
    const rows: readonly (readonly [string, readonly [unknown, string]])[] = [
      [
        'word for word',
        [
          { description: "The service refuses\n the proxy's key (401)." },
          ": The service refuses the proxy's key (401)",
        ],
      ],
      ['up to 200 characters', [{ description: 'x'.repeat(900) }, `: ${'x'.repeat(200)}`]],
      ['and nothing else, where that is no text', [{ description: ['x'] }, '']],
      ['and nothing else, where that is no object', [null, '']],
    ];
    await eachRow(rows, page, async ([, [body, said]], site) => {
      site.geo = (_request, response) =>
        response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      await page.goto(site.page(content));
      await expect.poll(() => told()).toHaveLength(2);
      await expect
        .poll(() => lines)
        .toContain(`warning: [geolet] http: 403 ${site.url}/geo${said}. How to fix it: await geolet.explain('http')`);
    });
  });

  test('and nothing else, where it says it in HTML', async ({ page, site, told, lines, expectLines }) => {
    expectLines(/\[geolet\] http: 403/, /Failed to load resource/);
    site.geo = (_request, response) =>
      response.writeHead(403, { 'content-type': 'text/html' }).end('{"description":"x"}');
    await page.goto(site.page(content));
    await expect.poll(() => told()).toHaveLength(2);
    expect(lines.join()).toContain(`http: 403 ${site.url}/geo. How to fix it`);
  });
});

test('a failure is one line on the console and one event', async ({ page, site, told, lines, expectLines }) => {
  expectLines(/\[geolet\] http: 500/, /Failed to load resource/);
  site.geo = faults.status(500);
  await page.goto(site.page(content));
  await expect.poll(() => told()).toHaveLength(2);
  expect(lines.filter((line) => line.includes('geolet'))).toHaveLength(1);
});

test('a refresh that fails is told, without a second line @rare', async ({ page, site, told, lines, expectLines }) => {
  expectLines(/\[geolet\] http: 404/, /Failed to load resource/);
  site.geo = faults.status(404);
  await page.goto(site.page(content));
  await expect.poll(() => told()).toEqual(['geo-error http', 'geo-ready none']);
  await page.evaluate(() => geolet?.refresh());
  expect(await told()).toEqual(['geo-error http', 'geo-ready none', 'geo-error http']);
  expect(lines.filter((line) => line.includes('geolet'))).toHaveLength(1);
});

test.describe('with a stale record, which is used and kept, after @rare', () => {
  const lasting: [string, RequestListener, string][] = [
    ['status 503', faults.status(503), 'http'],
    ['status 404', faults.status(404), 'http'],
    ['broken JSON', faults.body('{'), 'bad-record'],
    ['a connection that is reset', faults.reset, 'network'],
  ];
  for (const [name, geo, code] of lasting) {
    test(name, async ({ page, site, told, expectLines }) => {
      expectLines(new RegExp(`\\[geolet\\] ${code}`), ...(code === 'bad-record' ? [] : [/Failed to load resource/]));
      await page.clock.install();
      await page.goto(site.page(content));
      await expectText(page, inLyon);
      await page.clock.fastForward(25 * 3_600_000);
      site.geo = geo;
      for (const _view of [1, 2]) {
        await page.reload();
        await expect.poll(() => told()).toEqual(['geo-ready cache', `geo-error ${code}`]);
        await expectText(page, inLyon);
      }
    });
  }
});

test.describe('an answer that a page may not read is a failure of the network @rare', () => {
  test('from an origin that does not let it', async ({ page, site, told, expectLines }) => {
    expectLines(/\[geolet\] network: TypeError/, /CORS policy/, /Failed to load resource/);
    await page.goto(
      site.page(content, {
        tag: `<script async src="/geolet.js" data-endpoint="${site.url.replace('127.0.0.1', 'localhost')}/geo"></script>`,
      }),
    );
    await expect.poll(() => told()).toEqual(['geo-error network', 'geo-ready none']);
    await expectText(page, asWritten);
  });

  test("under connect-src 'none'", async ({ page, site, told, expectLines }) => {
    expectLines(/\[geolet\] network: TypeError/, /Content Security Policy/);
    site.headers = { 'content-security-policy': "connect-src 'none'" };
    await page.goto(site.page(content));
    await expect.poll(() => told()).toEqual(['geo-error network', 'geo-ready none']);
    expect(requestsFor('/geo', site)).toBe(0);
    await expectText(page, asWritten);
  });

  test('behind an ad-blocker', async ({ page, site, told, expectLines }) => {
    expectLines(/\[geolet\] network: TypeError/, /ERR_BLOCKED_BY_CLIENT/);
    await page.route('**/geo', (route) => route.abort('blockedbyclient'));
    await page.goto(site.page(content));
    await expect.poll(() => told()).toEqual(['geo-error network', 'geo-ready none']);
    await expectText(page, asWritten);
  });

  test('from nobody, when the connection is refused', async ({ page, site, told, expectLines }) => {
    expectLines(/\[geolet\] network: TypeError/, /ERR_CONNECTION_REFUSED/);
    await page.route('**/geo', (route) => route.abort('connectionrefused'));
    await page.goto(site.page(content));
    await expect.poll(() => told()).toEqual(['geo-error network', 'geo-ready none']);
    await expectText(page, asWritten);
  });
});

test('an opaque response of a service worker is a failure @rare', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] /, /Failed to load resource|TypeError|FetchEvent/);
  site.file('/worker.js', (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(
        "addEventListener('install',()=>skipWaiting());addEventListener('activate',(e)=>e.waitUntil(clients.claim()));addEventListener('fetch',(e)=>{if(e.request.url.endsWith('/geo'))e.respondWith(fetch('http://localhost:' + location.port + '/geo',{mode:'no-cors'}))})",
      ),
  );
  await page.goto(site.page('Worker', { path: '/install', tag: '' }));
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
  });
  await page.goto(site.page(content));
  await expect.poll(() => told()).toEqual([expect.stringMatching(/^geo-error (http|network)$/), 'geo-ready none']);
  await expectText(page, asWritten);
});

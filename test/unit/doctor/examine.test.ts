import { elementTags } from '../../../src/doctor/check-script.ts';
import { tagsThat } from '../../../src/widget/elements/element-table.ts';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  request as httpRequest,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDemoServer } from '../../../demo/server.ts';
import { hashSource } from '../../../src/doctor/hash-source.ts';
import { examine } from '../../../src/doctor/examine.ts';
import type { Finding } from '../../../src/doctor/finding.ts';
import { request } from '../../../src/doctor/reply.ts';
import { createPagesListener } from '../../../src/pages/node/pages-listener.ts';
import { toNodeListener } from '../../../src/proxy/node/listener.ts';
import { createNodeTransport } from '../../../src/proxy/node/transport.ts';
import { createResponder, type ProxyOptions } from '../../../src/proxy/proxy.ts';
import { fronts, startFrontServer } from '../../support/front-server.ts';
import { listen, portOf } from '../../support/loopback.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { startServer } from '../../support/start-server.ts';
import { startService } from '../../support/service.ts';
import { visitors } from '../../support/visitors.ts';
import { runTypeScript } from '../../support/run-typescript.ts';
import { serve } from './serve.ts';

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const secret = 'a-secret-of-more-than-24-characters';
const tag = '<script async src="/geolet.js" data-endpoint="/geo"></script>';
const preload = '<link rel="preload" as="fetch" crossorigin href="/geo">';
const credit = '<a href="https://db-ip.com">IP Geolocation by DB-IP</a>';

/** The widget's files as they look from outside: a loader that names the files of its build, and one of those. */
const loader = 'import(`geolet-${e}.${t?"disk":"AbCd1234"}.js`)';
const hash = `sha384-${createHash('sha384').update(loader).digest('base64')}`;
/** The tag with the right `integrity`, or with another. */
const sealed = (src: string, integrity = hash) =>
  `<script async src="${src}" integrity="${integrity}" data-endpoint="/geo"></script>`;
const files: ProxyOptions['files'] = (name) =>
  Promise.resolve(
    /^geolet(-explain\.AbCd1234)?\.js$/.test(name)
      ? { body: new TextEncoder().encode(name === 'geolet.js' ? loader : '/* explain */'), etag: '"1"' }
      : undefined,
  );

const html = { 'content-type': 'text/html' };
const json = { 'content-type': 'application/json' };
const javascript = { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=300' };

const at = (wanted: string, listener: RequestListener): Options => ({
  before: (path) => (path === wanted ? listener : undefined),
});

interface Options {
  readonly head?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly proxy?: Partial<ProxyOptions>;
  /** Whether the proxy stands in front of the page. */
  readonly pages?: boolean;
  /** Answers before the proxy does, for what goes wrong around it. */
  readonly before?: (path: string) => RequestListener | undefined;
}

/** A page of an owner, whose proxy and service are real ones. The visitor is in Lyon. */
async function startShop({
  head = tag,
  body = credit,
  headers = {},
  proxy = {},
  pages = false,
  before = () => undefined,
}: Options = {}): Promise<string> {
  const page: RequestListener = (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
      .end(`<!doctype html><html><head><title>Shop</title>${head}</head><body>${body}</body></html>`);
  const options = {
    upstream: service.url,
    key: service.key,
    limit: 0,
    trust: 1,
    timeoutMs: 20_000,
    transport: createNodeTransport(),
    files,
    doctorSecret: secret,
    log: () => {},
    ...proxy,
  };
  const own = pages
    ? createPagesListener(options, { origin: await startServer(page), budgetMs: 10_000 })
    : toNodeListener(createResponder(options));
  return startServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    request.headers['x-forwarded-for'] = visitors.lyon;
    request.rawHeaders.push('x-forwarded-for', visitors.lyon);
    const other = before(path);
    if (other) other(request, response);
    else if (path === '/' && !pages) page(request, response);
    else own(request, response);
  });
}

/** A cache as a careless rule makes one: it keeps everything by its address, whatever the answer says. */
function naiveCache(origin: string, tells: boolean): Promise<string> {
  const kept = new Map<string, { status: number; headers: Record<string, string>; body: Buffer }>();
  return startServer(({ url = '', headers }, response) => {
    const send = (mark: string) => {
      const { status = 0, headers: own, body } = kept.get(url) ?? {};
      response.writeHead(status, { ...own, ...(tells && { 'x-cache': mark }) }).end(body);
    };
    if (kept.has(url)) return send('HIT');
    passOn(origin + url, headers, async (answer) => {
      const { 'transfer-encoding': _, ...others } = answer.headers as Record<string, string>;
      kept.set(url, { status: answer.statusCode ?? 0, headers: others, body: await buffer(answer) });
      send('MISS');
    });
  });
}

const passOn = (url: string, headers: IncomingHttpHeaders, read: (answer: IncomingMessage) => unknown) =>
  void httpRequest(url, { headers }, (answer) => void read(answer)).end();

/** Passes each request on to the server that is chosen for it. */
const startFork = (choose: (request: IncomingMessage) => string) =>
  startServer((request, response) =>
    passOn(choose(request) + (request.url ?? ''), request.headers, (answer) =>
      answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers)),
    ),
  );

/** As a terminal does: the secret is for the server of the page. */
const examineWithSecret = (url: string, ...others: readonly string[]) =>
  examine(url, { text: secret, origins: [url, ...others].map((one) => new URL(one).origin) });

const wrong = (findings: readonly Finding[]) =>
  findings.filter(({ result }) => result === 'bad').map(({ check, text }) => `${check}: ${text}`);
const wrongAt = async (url: string) => wrong(await examine(url, undefined));
/** What one check says. */
const linesOf = (name: string, findings: readonly Finding[]) =>
  findings.filter(({ check }) => check === name).map(({ result, text }) => `${result}: ${text}`);

describe('the doctor finds nothing wrong', () => {
  it('with the demo', async () => {
    const server = createDemoServer({ upstream: service.url, key: service.key, log: () => {} });
    onTestFinished(() => void server.close());
    const findings = await examine(`${await listen(server)}/`, undefined);
    expect(wrong(findings)).toEqual([]);
    expect(findings.find(({ check }) => check === 'script')?.text).toMatch(
      /^\/geolet\.js loads with the files of its build \([\w-]+\), and browsers request it again after 300 s\.$/,
    );
    expect(findings.filter(({ result }) => result === 'good').map(({ check }) => check)).toEqual(
      expect.arrayContaining(['page', 'caches', 'script', 'policy', 'record', 'privacy', 'attribution']),
    );
  });

  it.each([false, true])(
    'with a page and its proxy, in front of it: %s, as visitors of several countries too',
    async (pages) => {
      const findings = await examineWithSecret(await startShop({ pages }));
      expect(wrong(findings)).toEqual([]);
      expect(findings.find(({ check }) => check === 'countries')).toMatchObject({
        result: 'good',
        text: expect.stringContaining('JP, BR, FR, KE, AU, US'),
      });
      expect(findings.find(({ text }) => text.startsWith('/geo answers'))?.text).toContain('France');
    },
  );

  it('with a page that a cache keeps, since it is the same for everybody', async () => {
    const shop = await startShop({ headers: { 'cache-control': 'public, max-age=60' } });
    const cache = await naiveCache(shop, true);
    expect(await wrongAt(await startFork(({ url }) => (url === '/' ? cache : shop)))).toEqual([]);
  });
});

describe('the doctor is red where a naive cache stands in front', () => {
  it('of a page that was kept as one visitor saw it', async () => {
    const page = `<!doctype html><html data-visitor-country="FR"><head>${tag}</head><body>${credit}</body></html>`;
    const shop = await startShop(at('/', serve(200, html, page)));
    expect((await wrongAt(`${shop}/`)).join()).toContain(
      'caches: The page was kept as one visitor saw it (data-visitor-country="FR" on <html>)',
    );
  });

  it.each([true, false])('of the record, whether or not it says so: %s', async (tells) => {
    expect(await wrongAt(await naiveCache(await startShop(), tells))).toContain(
      `caches: The record that came was made for another request${tells ? ' (x-cache: HIT)' : ''}: a cache hands out one visitor's record to the next.`,
    );
  });

  it.each([true, false])('of a page with the record in it, whether or not it says so: %s', async (tells) => {
    const found = wrong(await examineWithSecret(await naiveCache(await startShop({ pages: true }), tells)));
    expect(found).toContain(
      `caches: The page with a visitor's record in it came twice as the same copy${tells ? ' (x-cache: HIT)' : ''}: a cache gives it to every visitor.`,
    );
    expect(found.some((line) => line.startsWith('countries: '))).toBe(true);
  });

  it('that keeps only what is asked for as somebody else', async () => {
    const shop = await startShop();
    const cache = await naiveCache(shop, false);
    const front = await startFork(({ headers }) => (headers['x-geolet-visitor'] === undefined ? shop : cache));
    expect(await wrongAt(front)).toEqual([]);
    expect(wrong(await examineWithSecret(front))).toEqual(['countries: A visitor from BR got the record of JP.']);
  });
});

describe('the secret of the proxy', () => {
  /** A server that the page names. @returns where, and the secrets that it got. */
  async function startOther() {
    const secrets: unknown[] = [];
    const origin = await startServer((request, response) => {
      secrets.push(request.headers['x-geolet-doctor']);
      const headers = { 'access-control-allow-origin': '*', 'cache-control': 'private, no-store' };
      const isRecord = request.url?.startsWith('/geo') === true;
      response.writeHead(200, { ...headers, 'content-type': isRecord ? 'application/json' : 'text/html' });
      response.end(isRecord ? JSON.stringify({ countryCode: request.headers['x-geolet-visitor'] ?? 'FR' }) : tag);
    });
    return { origin: new URL(origin).origin, secrets: () => secrets.filter((one) => one !== undefined) };
  }
  const countriesIn = (findings: readonly Finding[]) => findings.filter(({ check }) => check === 'countries');
  const pageWith = (endpoint: string) => ({
    head: `<script async src="/geolet.js" data-endpoint="${endpoint}"></script>`,
  });

  it('does not go to an endpoint on another server, which the page names', async () => {
    const { origin, secrets } = await startOther();
    const findings = await examineWithSecret(await startShop(pageWith(`${origin}/geo`)));
    expect(secrets()).toEqual([]);
    expect(countriesIn(findings)).toMatchObject([
      { result: 'warning', text: expect.stringContaining(origin), fix: `If it is yours, add --secret-for ${origin}.` },
    ]);
  });

  it('goes there if the owner names that server', async () => {
    const { origin, secrets } = await startOther();
    const findings = await examineWithSecret(await startShop(pageWith(`${origin}/geo`)), origin);
    expect(new Set(secrets())).toEqual(new Set([secret]));
    expect(countriesIn(findings)).toMatchObject([{ result: 'good' }]);
  });

  it('does not go to where the page redirects', async () => {
    const { origin, secrets } = await startOther();
    const front = await startServer((_request, response) => void response.writeHead(302, { location: origin }).end());
    expect(countriesIn(await examineWithSecret(front))).toMatchObject([{ result: 'warning' }]);
    expect(secrets()).toEqual([]);
  });
});

describe('of the prices of a page that a server writes the doctor says', () => {
  const list = 'USD 149, EUR 139';
  const offer = '{"@type":"Offer","price":"149.00","priceCurrency":"USD"}';
  const bodyWith = (attributes: string) =>
    `${credit}<geo-currency prices="${list}">$149</geo-currency><script type="application/ld+json"${attributes}>${offer}</script>`;
  const pricesOf = async (body: string, parameter?: string) => {
    const shop = await startShop({
      pages: true,
      body,
      ...(parameter && { head: tag.replace(' async', ` async data-choice-parameter="${parameter}"`) }),
    });
    const ours = { text: secret, origins: [new URL(shop).origin] };
    return linesOf('prices', await examine(shop, ours, undefined, { choices: ['DE'] }));
  };

  it('that they are the same, for the visitor in Lyon and with each link', async () =>
    expect(await pricesOf(bodyWith(` data-geo-offer="${list}"`))).toEqual([
      'good: The page and its structured data (JSON-LD) say the same price, as it stands and for US, DE.',
    ]));

  it('that a product feed has them too, by the link of each country', async () => {
    const shop = await startShop({ pages: true, body: bodyWith(` data-geo-offer="${list}"`) });
    const feedOf = async (...rows: readonly string[]) => {
      const source = join(await mkdtemp(join(tmpdir(), 'geolet-feed-')), 'feed.csv');
      await writeFile(source, ['id,link,price', ...rows].join('\n'));
      const findings = await examine(shop, undefined, undefined, { feed: { source } });
      return findings.filter(({ check }) => check === 'feed').map(({ result, fix }) => [result, fix]);
    };
    const [us, de] = ['US', 'DE'].map((words) => `${shop}/?geo-choice=${words}`);
    expect(await feedOf(`A,${us},149 USD`, `A,${de},139 EUR`)).toEqual([['good', undefined]]);
    expect(await feedOf(`A,${shop},149 USD`)).toEqual([['bad', `Put this link into the feed: ${us}.`]]);
  });

  it('that the structured data do not follow', async () =>
    expect(await pricesOf(bodyWith(''))).toEqual([
      'bad: "Shop" shows EUR 139 as it stands, as written for DE, for DE, and JSON-LD says USD 149.',
    ]));

  it('that the server does not read the link', async () =>
    expect(await pricesOf(bodyWith(` data-geo-offer="${list}"`), 'currency')).toEqual([
      'bad: With ?currency=US the server writes EUR 139, and scripts show USD 149.',
    ]));
});

describe('of a browser that sends Global Privacy Control the doctor says', () => {
  const privacy = async (url: string) => linesOf('privacy', await examine(url, undefined));
  const withoutSignal = (to: string) =>
    startFrontServer({
      to,
      headers: (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'sec-gpc')),
    });

  it.each([
    ['the country and nothing nearer', 'country'],
    ['country and state, and nothing nearer', 'state'],
  ] as const)('that pages get %s, also with the proxy in front of them', async (what, gpc) => {
    for (const pages of [false, true])
      expect(await privacy(await startShop({ pages, proxy: { gpc } }))).toEqual([
        `good: A browser that sends Global Privacy Control gets ${what}.`,
      ]);
  });

  it.each(['country', 'state'] as const)('that no state is known here, where none is (%s)', async (gpc) =>
    expect(await privacy(await startShop({ proxy: { gpc, withhold: ['stateCode', 'stateName'] } }))).toEqual([
      'good: A browser that sends Global Privacy Control gets the country and nothing nearer: of this machine no state is known.',
    ]),
  );

  it('that it saw nothing where a record has the country alone', async () =>
    expect(await privacy(await startShop(at('/geo', serve(200, json, '{"countryCode":"FR"}'))))).toEqual([
      expect.stringContaining('skipped: What a browser with Global Privacy Control gets was not seen'),
    ]));

  it('in red what is nearer, where something in front takes the signal away', async () =>
    expect(await privacy(await withoutSignal(await startShop()))).toEqual([
      expect.stringMatching(
        /^bad: The record for a browser with Global Privacy Control has city, .*timezone.* in it\.$/,
      ),
    ]));

  it('in red what is nearer in a page that is written, where the record alone is right', async () => {
    const shop = await startShop({ pages: true });
    const lossy = await withoutSignal(shop);
    expect(await privacy(await startFork(({ url }) => (url === '/' ? lossy : shop)))).toEqual([
      expect.stringMatching(/^bad: The record in the page for a browser with Global Privacy Control has city/),
    ]);
  });

  it('in red that a cache hands its record to the next', async () => {
    const shop = await startShop();
    const cache = await naiveCache(shop, false);
    let isKept = false;
    const url = await startFork((request) => {
      isKept ||= request.headers['sec-gpc'] === '1';
      return isKept && request.url === '/geo' ? cache : shop;
    });
    expect(await privacy(url)).toEqual([
      'bad: A browser without Global Privacy Control got the record of one that sends it: a cache hands it out to the next.',
    ]);
  });

  it('a warning where Vary does not come through', async () => {
    const front = await startFrontServer({ to: await startShop(), headers: fronts.passes, drops: ['vary'] });
    expect(await privacy(front)).toEqual([
      expect.stringMatching(/^good: /),
      expect.stringMatching(/^warning: .*\(Vary\)/),
    ]);
  });
});

/** A pasted line, as the doctor knows it. */
const line = '!function(){document.querySelector("script[src*=geolet]")}();';

describe('a geolet.js of its real size', () => {
  const big = `${loader};${'geolet(1);'.repeat(4000)}`;
  const scriptOf = async (headers: Record<string, string>, body: string | Buffer) => {
    const shop = await startShop(at('/geolet.js', serve(200, { ...javascript, ...headers }, body)));
    return (await examine(shop, undefined)).filter(({ check }) => check === 'script');
  };

  it('that comes uncompressed is a warning, with what to look for in front', async () =>
    expect(await scriptOf({}, big)).toEqual([
      {
        check: 'script',
        result: 'warning',
        text: '/geolet.js comes uncompressed: 40 kB in place of 0.',
        fix: expect.stringContaining('pass Accept-Encoding on to the proxy'),
      },
    ]));

  it('that comes compressed is well', async () =>
    expect(await scriptOf({ 'content-encoding': 'gzip' }, gzipSync(big))).toMatchObject([{ result: 'good' }]));
});

describe('the script with bindings alone', () => {
  const alone = '<script async src="/geolet-bindings.js" data-endpoint="/geo"></script>';
  const element = `<geo-text template="{city}">you</geo-text>${credit}`;
  const linesOn = async (head: string, body: string) => {
    const bindings = at('/geolet-bindings.js', serve(200, javascript, loader));
    return linesOf('script', await examine(await startShop({ ...bindings, head, body }), undefined));
  };

  it.each([
    ['by its address', alone],
    ['inline', `<script>${loader}</script>`],
  ])('is a warning on a page with an element: %s', async (_, head) =>
    expect((await linesOn(head, element))[0]).toBe(
      'warning: The page has a <geo-text>, and geolet-bindings.js has no elements in it: they come after the first frame.',
    ),
  );

  it.each([
    ['a page without elements', alone, credit],
    ['a page with the preview', alone, `<geo-preview></geo-preview>${credit}`],
    ["a page with an element of somebody else's", alone, `<geo-map></geo-map>${credit}`],
    ['geolet.js', tag, element],
    ['geolet.js inline', `<script>${loader}"geo-case"</script>`, element],
  ])('is no warning: %s', async (_, head, body) =>
    expect(await linesOn(head, body)).toEqual([expect.stringMatching(/^good: /) as string]),
  );
});

it('the doctor knows the elements of the widget', () =>
  expect(elementTags).toEqual(tagsThat(({ file, within }) => file !== 'preview' && within === undefined)));

const policy = (text: string, more: Options = {}): Options => ({
  headers: { 'content-security-policy': text },
  ...more,
});
/** Attributes for the tag of the script. */
const tagWith = (attributes: string) => tag.replace('<script', `<script ${attributes}`);
const pasted = `${tag}<script>${line}</script>`;
const inline = `<script data-endpoint="/geo">${loader}</script>`;
const flag = `${credit}<geo-flag></geo-flag>`;
const recordWith = (headers: Record<string, string>) =>
  at('/geo', serve(200, { ...json, ...headers }, '{"countryCode":"FR"}'));

describe('the doctor says in red', () => {
  const noScript = 'script: geolet.js is not on this page.';
  const otherFile = "script: The tag's integrity does not match /geolet.js as it is delivered: browsers refuse it.";
  const preloaded = 'preload: The preload does not match the request of the widget, so the record is requested twice';
  const kept = 'caches: A cache may keep the record for everybody';

  it.each<[string, Options]>([
    [noScript, { head: '' }],
    [noScript, { head: `<!-- ${tag} -->` }],
    [otherFile, { head: sealed('/geolet.js?2', 'sha384-abc') }],
    [otherFile, { head: sealed('/geolet.js?2', `${hash} sha512-abc`) }],
    ...Object.entries<Options>({
      'script: geolet.js is on this page 2 times.': { head: tag + tag },
      'script: Something delays geolet.js: type="text/plain".': { head: tagWith('type="text/plain"') },
      'script: Something delays geolet.js: data-src.': { head: '<script data-src="/geolet.js"></script>' },
      'script: /js/geolet.js does not load: 404.': { head: tag.replace('/geolet.js', '/js/geolet.js') },
      'script: /geolet.js is served as text/html: browsers refuse that.': at('/geolet.js', serve(200, html)),
      'script: /geolet.js is cached for long (max-age=31536000): an update would not arrive.': at(
        '/geolet.js',
        serve(200, { ...javascript, 'cache-control': 'max-age=31536000' }, loader),
      ),
      'script: geolet-explain.Other123.js, which this geolet.js belongs to, does not load (404).': at(
        '/geolet.js',
        serve(200, { 'content-type': 'text/javascript' }, loader.replace('AbCd1234', 'Other123')),
      ),
      'script: The tag has integrity, and its address names no release: after the next release, browsers refuse the file where the tag and a cached file are not from the same one.':
        { head: sealed('/geolet.js') },
      'script: The page has a <geo-flag>, and /geolet-flags/fr.svg does not load (404).': { body: flag },
      "policy: script-src 'nonce-abc' refuses geolet.js.": policy("script-src 'nonce-abc'"),
      "policy: script-src 'sha256-abc' refuses the files that geolet.js fetches.": policy("script-src 'sha256-abc'", {
        head: tagWith('integrity="sha256-abc"'),
      }),
      "policy: default-src 'none' refuses geolet.js.": policy("default-src 'none'"),
      "policy: script-src 'self' refuses a pasted line, so that it does nothing.": policy("script-src 'self'", {
        head: pasted,
      }),
      'policy: sandbox lets no script run.': policy('sandbox allow-same-origin'),
      'policy: img-src https://pictures.example refuses the flags of <geo-flag>.': policy(
        'img-src https://pictures.example',
        { body: flag },
      ),
      "policy: connect-src 'none' refuses /geo.": {
        head: `<meta http-equiv="Content-Security-Policy" content="connect-src 'none'">${tag}`,
      },
      'record: /geo answers 404: the answer is not from the proxy.': at('/geo', serve(404, html, '<p>Not found')),
      'record: /geo answers 502: the answer is not from the proxy.': at('/geo', serve(502, html, '<p>Bad Gateway')),
      "record: /geo answers 502: The visitor-data service refuses the proxy's key (401).": {
        proxy: { key: 'another' },
      },
      'record: /geo answers with text/html, and not with a record.': at('/geo', serve(200, html, '<p>Home')),
      'record: /geo answers 502: The visitor-data service cannot be reached, or broke off its answer.': {
        proxy: { upstream: 'http://127.0.0.1:9' },
      },
      [`${kept} (no Cache-Control).`]: recordWith({}),
      [`${kept} (cdn-cache-control: max-age=60).`]: recordWith({
        'cache-control': 'private',
        'cdn-cache-control': 'max-age=60',
      }),
      'caches: The record comes from a cache (Age: 7).': recordWith({ 'cache-control': 'private', age: '7' }),
      'caches: Something sets a cookie on the record.': recordWith({ 'cache-control': 'private', 'set-cookie': 'a=b' }),
      "caches: The page sets a cookie and lets every cache keep it (Cache-Control: public, max-age=60): one visitor's cookie becomes another's.":
        { headers: { 'cache-control': 'public, max-age=60', 'set-cookie': 'session=1' } },
      [`${preloaded} (as="fetch", no crossorigin).`]: { head: preload.replace(' crossorigin', '') + tag },
      [`${preloaded} (as="fetch", crossorigin="use-credentials").`]: {
        head: preload.replace('crossorigin', 'crossorigin="use-credentials"') + tag,
      },
      "preload: The record is preloaded, which requests it before the visitor has agreed, and leaves a copy in the browser's HTTP cache that geolet.consent(false) cannot remove.":
        { head: preload + tagWith('data-consent="required"') },
      'preload: The record is preloaded, which leaves a copy in the browser\'s HTTP cache, though data-storage="off" says that none is kept.':
        { head: preload + tagWith('data-storage="off"') },
      'attribution: The data in use ask for a link on pages that show their results, and this page has none to db-ip.com.':
        { body: '<p>Shoes' },
    }),
  ])('%s', async (sentence, options) => expect(await wrongAt(await startShop(options))).toContain(sentence));

  it.each([
    'x-litespeed-cache-control: public,max-age=60',
    'edge-control: max-age=60',
    'akamai-cache-control: max-age=60',
    'x-accel-expires: 60',
  ])('that a cache may keep the record by a word of its own: %s', async (header) => {
    const [name = '', value = ''] = header.split(': ');
    const headers = { 'cache-control': 'private', 'cdn-cache-control': 'no-store', [name]: value };
    expect(await wrongAt(await startShop(recordWith(headers)))).toContain(`${kept} (${header}).`);
  });
});

describe('the doctor says nothing in red', () => {
  it.each(
    Object.entries<Options>({
      "of a script with the page's nonce": policy(
        "default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; connect-src 'self'",
        { head: tagWith('nonce="abc"') },
      ),
      "of a script with the page's nonce and nothing else": policy("script-src 'nonce-abc'", {
        head: tagWith('nonce="abc"'),
      }),
      'of a sandbox in which scripts run': policy('sandbox allow-scripts allow-same-origin'),
      'of a pasted line whose hash the policy has': policy(`script-src 'self' ${hashSource(line)}`, { head: pasted }),
      'of a loader in the page itself whose hash the policy has': policy(`script-src 'self' ${hashSource(loader)}`, {
        head: inline,
      }),
      'of integrity of the file, under an address that names the release': { head: sealed('/geolet.js?2') },
      'of integrity of several files, of which one comes': {
        head: sealed('/geolet.js?2', `sha384-abc ${hash} sha256-abc`),
      },
      'of integrity that browsers pass over': { head: sealed('/geolet.js', 'md5-abc') },
      'of integrity of a file in the folder of a release': {
        head: sealed('/1.4.0/geolet.js'),
        before: (path) =>
          path.startsWith('/1.4.0/') ? serve(200, { 'content-type': 'text/javascript' }, loader) : undefined,
      },
      'of a flag that is served': {
        body: flag,
        ...at('/geolet-flags/fr.svg', serve(200, { 'content-type': 'image/svg+xml' }, '<svg/>')),
      },
      'of a preload as the widget asks': { head: preload + tag },
      'of consent before the record, and no preload': { head: tagWith('data-consent="required"') },
      'of a loader in the page itself': { head: inline },
      'of a link to the data with www': { body: '<a href="https://www.db-ip.com/">x</a>' },
    }),
  )('%s', async (_, options) => expect(await wrongAt(await startShop(options))).toEqual([]));

  it('of a redirect to the page', async () =>
    expect(await wrongAt(`${await startShop(at('/go', serve(302, { location: '/' })))}/go`)).toEqual([]));
});

describe('the doctor', () => {
  it('names what a preload costs', async () =>
    expect(linesOf('preload', await examine(await startShop({ head: preload + tag }), undefined))).toEqual([
      expect.stringMatching(
        /^good: .*Firefox and Safari request it twice, and a copy stays in the HTTP cache.*npx geolet snippet ask/,
      ),
    ]));

  it('is red with integrity from another origin without crossorigin, and not with it', async () => {
    const src = `${await startShop()}/geolet.js?2`;
    const head = sealed(src).replace('<script', '<script crossorigin');
    expect(await wrongAt(await startShop({ head: sealed(src) }))).toEqual([
      'script: The tag has integrity and no crossorigin: browsers refuse such a file of another origin.',
    ]);
    expect(await wrongAt(await startShop({ head }))).toEqual([]);
  });

  it('is red where nothing answers, and for what is no page', async () => {
    const url = await startServer(serve(302, { location: '/' }));
    const unread = async (address: string) => (await wrongAt(address)).join('\n').replace(' could not be read', '');
    expect(await unread('http://127.0.0.1:9/')).toBe('page: http://127.0.0.1:9/: nothing listens at 127.0.0.1:9.');
    expect(await unread('http://shop.invalid/')).toBe('page: http://shop.invalid/: there is no host shop.invalid.');
    expect(await unread(url)).toContain('redirects more than 5 times');
    expect(await unread(`${await startShop()}/geo`)).toContain('application/json');
    expect(await unread(url.replace('http:', 'https:'))).toContain(': it speaks http there, and not https.');
  });
});

describe('the doctor says how', () => {
  const fixesFor = async (options: Options) =>
    (await examine(await startShop(options), undefined)).map(({ fix }) => fix);

  it.each<[string, string, Options?]>([
    ["default-src 'none'", "Write script-src 'self' beside it."],
    ["script-src 'none'", "Write script-src 'self' in its place."],
    ['script-src https://cdn.example', "Add 'self' to script-src."],
    ['default-src https://cdn.example', "Add 'self' to default-src."],
    ["script-src 'nonce-abc' 'strict-dynamic'", "Give its tag the page's nonce."],
    ["script-src 'self'", `Add ${hashSource(line)} to script-src.`, { head: pasted }],
  ])('a policy is mended: %s', async (text, fix, options) =>
    expect(await fixesFor(policy(text, options))).toContain(fix),
  );

  it.each([
    [
      401,
      'Name a page without a password, or run the doctor in a terminal, with name and password in the address: npx geolet doctor https://name:password@shop.example/.',
    ],
    [
      403,
      'Something in front refuses programs: let this machine through, or run the doctor on one that is let through.',
    ],
    [503, "The page's own server fails, or the server in front does not reach it: check their logs."],
    [404, 'Name a page that visitors see.'],
  ])('a page that answers %i is mended', async (status, fix) =>
    expect(await fixesFor(at('/', serve(status, html)))).toContain(fix),
  );
});

describe('the doctor ends', () => {
  it('where a page never does', async () => {
    const url = await startServer((_request, response) => {
      response.writeHead(200, html);
      const drip = setInterval(() => response.write('<p>'), 100);
      response.on('close', () => clearInterval(drip));
    });
    await expect(request(url, {}, 300)).rejects.toThrow('no answer within 0.3 s');
  });

  it('where a page is not what it says', async () =>
    expect(await wrongAt(await startServer(serve(200, { ...html, 'content-encoding': 'gzip' }, '<p>')))).toEqual([
      expect.stringContaining(
        'it says that it is compressed (Content-Encoding: gzip), and it cannot be read that way.',
      ),
    ]));

  it('where a page answers once only', async () => {
    let views = 0;
    const before = (path: string) =>
      path === '/' && views++ > 0 ? (request: IncomingMessage) => void request.destroy() : undefined;
    expect(await wrongAt(await startShop({ before }))).toEqual([
      'page: It responded at first, and then no longer: it closed the connection.',
    ]);
  });
});

it('the doctor says of a certificate that browsers refuse what is wrong with it', async () => {
  const server = createTlsServer(selfSigned, (_request, response) => response.end());
  await listen(server);
  onTestFinished(() => void server.close());
  const url = `https://127.0.0.1:${portOf(server)}/`;
  expect(await examine(url, undefined)).toMatchObject([
    {
      check: 'page',
      result: 'bad',
      text: `${url} could not be read: browsers refuse its certificate (self-signed certificate).`,
      fix: expect.stringContaining('NODE_EXTRA_CA_CERTS=authority.pem'),
    },
  ]);
});

it('the doctor says of a server that wants https what to write', async () => {
  const front = await startServer(serve(400, html, '<p>The plain HTTP request was sent to HTTPS port'));
  const [finding] = await examine(front, undefined);
  expect([finding?.text, finding?.fix]).toEqual([
    `${front}/ answers 400, text/html.`,
    'Write the address as visitors do: https in place of http, and the host by its name.',
  ]);
});

it('the doctor takes a name and a password with it, and shows the password to nobody', async () => {
  const front = await startFrontServer({
    to: await startShop(),
    headers: fronts.passes,
    refuses: ({ authorization }) => (authorization === `Basic ${btoa('name:word')}` ? undefined : 401),
  });
  const findings = await examine(front.replace('//', '//name:word@'), undefined);
  expect(wrong(findings)).toEqual([]);
  expect(JSON.stringify(findings)).not.toContain('word');
});

describe('the proxy lets the doctor ask as somebody else', () => {
  const ask = (url: string, value?: string, visitor = 'JP', method = 'GET') =>
    fetch(`${url}/geo`, {
      method,
      headers: { ...(value !== undefined && { 'x-geolet-doctor': value }), 'x-geolet-visitor': visitor },
    });

  it('only with its secret, never from a cache or into one, and says so in its log', async () => {
    const lines: string[] = [];
    const url = await startShop({ proxy: { log: (line) => lines.push(line), expose: ['IP'] } });
    const answer = await ask(url, secret);
    expect(await answer.json()).toMatchObject({ countryCode: 'JP', currencyCode: 'JPY', IP: '127.0.0.1' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(lines).toEqual(['The doctor asked as JP.']);
    const refused = [ask(url, `${secret}x`), ask(url), ask(url, secret, 'nobody'), ask(url, secret, 'JP', 'DELETE')];
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([403, 403, 400, 405]);
    expect(await (await fetch(`${url}/geo`)).json()).toMatchObject({ countryCode: 'FR' });
  });

  it('not at all without one, and with none that can be guessed', async () => {
    const url = await startShop({ proxy: { doctorSecret: undefined } });
    expect(await (await ask(url, '')).json()).toMatchObject({ countryCode: 'FR' });
    for (const doctorSecret of ['', 'short', 'x'.repeat(23), `${'x'.repeat(24)} `])
      expect(() => createResponder({ upstream: 'https://geo.example', key: 'k', doctorSecret })).toThrow(
        'GEOLET_DOCTOR_SECRET',
      );
  });
});

describe('geolet doctor on the command line', () => {
  const run = (...args: string[]) =>
    new Promise<{ code: unknown; out: string; error: string }>((resolve) => {
      const program = [...runTypeScript, 'src/command-line/main.ts', 'doctor', ...args];
      execFile(process.execPath, program, { env: { ...process.env, NODE_OPTIONS: '' } }, (failure, out, error) =>
        resolve({ code: failure?.code ?? 0, out, error }),
      );
    });

  it('ends with 0 when nothing is wrong, 1 when something is, with the fix beside it, and without colours in a pipe', async () => {
    const [fine, ill] = await Promise.all([run(await startShop()), run(await startShop({ head: '' }))]);
    expect([fine.code, ill.code]).toEqual([0, 1]);
    expect(fine.out).toContain('✓ caches      No other visitor can get the record');
    expect(fine.out).toMatch(/Nothing is wrong\.\n$/);
    expect(ill.out).toMatch(/✗ script {6}geolet\.js is not on this page\.\n {14}→ Put <script async/);
    expect(fine.out + ill.out).not.toContain('\u001B');
  });

  it('takes http for granted on this machine, and says which way a failure of the proxy is mended', async () => {
    const shop = await startShop({ proxy: { key: 'another' } });
    const { code, out } = await run(shop.replace('http://', ''));
    expect([code, out]).toEqual([1, expect.stringMatching(/refuses the proxy's key \(401\)\.\n {14}→ Set GEOLET_KEY/)]);
  });

  it('ends with 0 and says so when all there is is a warning', async () => {
    const vendor = await startServer(serve(200, { ...json, 'x-geo-data-date': '2020-01-01' }, '{"countryCode":"FR"}'));
    const { code, out } = await run(await startShop({ proxy: { upstream: vendor } }));
    expect(out).toMatch(
      /! data {8}The geo data are of 2020-01-01, \d+ days old: addresses have moved since\.\n {14}→ Run npx geolet-service update-data[^]*Nothing is wrong\.\n$/,
    );
    expect(code).toBe(0);
  });

  it('tells the same as JSON', async () => {
    const { code, out } = await run('--json', '--secret', secret, await startShop({ body: '' }));
    const told = JSON.parse(out) as { ok: boolean; findings: Finding[] };
    expect([code, told.ok]).toEqual([1, false]);
    expect(told.findings.find(({ result }) => result === 'bad')).toMatchObject({
      check: 'attribution',
      fix: expect.stringContaining('<a href'),
    });
  });

  it.each([[[]], [['--wrong', 'https://shop.example']], [['a b']]])(
    'ends with 2 when it is not asked properly: %j',
    async (args) => {
      const { code, error } = await run(...args);
      expect([code, error]).toEqual([2, expect.stringContaining('geolet doctor <url>')]);
    },
  );
});

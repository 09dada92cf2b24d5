import { elementTags } from '../../../src/doctor/check-script.ts';
import { tagsThat } from '../../../src/widget/elements/element-table.ts';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, type RequestListener, request as httpRequest } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
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
import { listen, portOf } from '../../support/loopback.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { startServer } from '../../support/start-server.ts';
import { startService } from '../../support/service.ts';
import { visitors } from '../../support/visitors.ts';
import { runTypeScript } from '../../support/run-typescript.ts';

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

const javascript = { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=300' };

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
  const kept = new Map<string, { status: number; headers: Record<string, unknown>; body: Buffer }>();
  return startServer((request, response) => {
    const path = request.url ?? '';
    const send = (
      { status, headers, body }: { status: number; headers: Record<string, unknown>; body: Buffer },
      hit: boolean,
    ) => {
      response
        .writeHead(status, { ...headers, ...(tells && { 'x-cache': hit ? 'HIT' : 'MISS' }) } as Record<string, string>)
        .end(body);
    };
    const hit = kept.get(path);
    if (hit) return send(hit, true);
    httpRequest(origin + path, { headers: request.headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { 'transfer-encoding': _, ...headers } = answer.headers;
        const one = { status: answer.statusCode ?? 0, headers, body: Buffer.concat(chunks) };
        kept.set(path, one);
        send(one, false);
      });
    }).end();
  });
}

/** As a terminal does: the secret is for the server of the page. */
const examineWithSecret = (url: string, ...others: readonly string[]) =>
  examine(url, { text: secret, origins: [url, ...others].map((one) => new URL(one).origin) });

const wrong = (findings: readonly Finding[]) =>
  findings.filter(({ result }) => result === 'bad').map(({ check, text }) => `${check}: ${text}`);

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
    const front = await startServer(
      (request, response) =>
        void httpRequest(
          (request.url === '/' ? cache : shop) + (request.url ?? ''),
          { headers: request.headers },
          (answer) => {
            response.writeHead(answer.statusCode ?? 0, answer.headers);
            answer.pipe(response);
          },
        ).end(),
    );
    expect(wrong(await examine(front, undefined))).toEqual([]);
  });
});

describe('the doctor is red where a naive cache stands in front', () => {
  it('of a page that was kept as one visitor saw it', async () => {
    const shop = await startShop({
      before: (path) =>
        path === '/'
          ? (_request, response) =>
              response
                .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
                .end(`<!doctype html><html data-visitor-country="FR"><head>${tag}</head><body>${credit}</body></html>`)
          : undefined,
    });
    expect(wrong(await examine(`${shop}/`, undefined)).join()).toContain(
      'caches: The page was kept as one visitor saw it (data-visitor-country="FR" on <html>)',
    );
  });

  it.each([true, false])('of the record, whether or not it says so: %s', async (tells) => {
    const found = wrong(await examine(await naiveCache(await startShop(), tells), undefined));
    expect(found).toContain(
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
    const front = await startServer(
      (request, response) =>
        void httpRequest(
          (request.headers['x-geolet-visitor'] === undefined ? shop : cache) + (request.url ?? ''),
          { headers: request.headers },
          (answer) => {
            response.writeHead(answer.statusCode ?? 0, answer.headers);
            answer.pipe(response);
          },
        ).end(),
    );
    expect(wrong(await examine(front, undefined))).toEqual([]);
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
    const findings = await examine(shop, { text: secret, origins: [new URL(shop).origin] }, undefined, {
      choices: ['DE'],
    });
    return findings.filter(({ check }) => check === 'prices').map(({ result, text }) => `${result}: ${text}`);
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
  const privacy = async (url: string) =>
    (await examine(url, undefined))
      .filter(({ check }) => check === 'privacy')
      .map(({ result, text }) => `${result}: ${text}`);

  /** A server in front that leaves one header out of what concerns the record: of requests, or of responses. */
  const without = (shop: string, lost: { readonly request?: string; readonly response?: string }, path = '/geo') =>
    startServer((request, response) => {
      const isIt = request.url === path;
      const drop = (headers: IncomingHttpHeaders, name?: string): IncomingHttpHeaders =>
        Object.fromEntries(Object.entries(headers).filter(([header]) => !isIt || header !== name));
      httpRequest(shop + (request.url ?? ''), { headers: drop(request.headers, lost.request) }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, drop(answer.headers, lost.response));
        answer.pipe(response);
      }).end();
    });

  it.each([false, true])('that pages get the country alone, with the proxy in front of them: %s', async (pages) =>
    expect(await privacy(await startShop({ pages }))).toEqual([
      'good: A browser that sends Global Privacy Control gets the country and nothing nearer.',
    ]),
  );

  it.each([false, true])('that pages get the state, too, with the proxy in front of them: %s', async (pages) =>
    expect(await privacy(await startShop({ pages, proxy: { gpc: 'state' } }))).toEqual([
      'good: A browser that sends Global Privacy Control gets country and state, and nothing nearer.',
    ]),
  );

  it.each(['country', 'state'] as const)('that no state is known here, where none is (%s)', async (gpc) =>
    expect(await privacy(await startShop({ proxy: { gpc, withhold: ['stateCode', 'stateName'] } }))).toEqual([
      'good: A browser that sends Global Privacy Control gets the country and nothing nearer: of this machine no state is known.',
    ]),
  );

  it('that it saw nothing where a record has the country alone', async () =>
    expect(await privacy(await startShop({ before: at('/geo', serve(200, json, '{"countryCode":"FR"}')) }))).toEqual([
      expect.stringContaining('skipped: What a browser with Global Privacy Control gets was not seen'),
    ]));

  it('in red what is nearer, where something in front takes the signal away', async () => {
    const [line, ...others] = await privacy(await without(await startShop(), { request: 'sec-gpc' }));
    expect(line).toMatch(/^bad: The record for a browser with Global Privacy Control has city, .*timezone.* in it\.$/);
    expect(others).toEqual([]);
  });

  it('in red what is nearer in a page that is written, where the record alone is right', async () => {
    const url = await without(await startShop({ pages: true }), { request: 'sec-gpc' }, '/');
    expect(await privacy(url)).toEqual([
      expect.stringMatching(/^bad: The record in the page for a browser with Global Privacy Control has city/),
    ]);
  });

  it('in red that a cache hands its record to the next', async () => {
    const shop = await startShop();
    let kept: string | undefined;
    const url = await startServer((request, response) => {
      const isRecord = (request.url ?? '').startsWith('/geo');
      if (isRecord && kept !== undefined) {
        response.writeHead(200, json).end(kept);
        return;
      }
      httpRequest(shop + (request.url ?? ''), { headers: request.headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const body = Buffer.concat(chunks);
          if (isRecord && request.headers['sec-gpc'] === '1') kept = body.toString();
          response.writeHead(answer.statusCode ?? 0, answer.headers).end(body);
        });
      }).end();
    });
    expect(await privacy(url)).toEqual([
      'bad: A browser without Global Privacy Control got the record of one that sends it: a cache hands it out to the next.',
    ]);
  });

  it('a warning where Vary does not come through', async () => {
    const lines = await privacy(await without(await startShop(), { response: 'vary' }));
    expect(lines).toEqual([expect.stringMatching(/^good: /), expect.stringMatching(/^warning: .*\(Vary\)/)]);
  });
});

/** A pasted line, as the doctor knows it. */
const line = '!function(){document.querySelector("script[src*=geolet]")}();';

const serve =
  (status: number, headers: Record<string, string>, body = ''): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);
const at = (wanted: string, listener: RequestListener) => (path: string) => (path === wanted ? listener : undefined);
const json = { 'content-type': 'application/json' };

describe('a geolet.js of its real size', () => {
  const big = `${loader};${'geolet(1);'.repeat(4000)}`;
  const scriptOf = async (listener: RequestListener) =>
    (await examine(await startShop({ before: at('/geolet.js', listener) }), undefined)).filter(
      ({ check }) => check === 'script',
    );

  it('that comes uncompressed is a warning, with what to look for in front', async () =>
    expect(await scriptOf(serve(200, javascript, big))).toEqual([
      {
        check: 'script',
        result: 'warning',
        text: '/geolet.js comes uncompressed: 40 kB in place of 0.',
        fix: expect.stringContaining('pass Accept-Encoding on to the proxy'),
      },
    ]));

  it('that comes compressed is well', async () => {
    const compressed: RequestListener = (_request, response) =>
      response.writeHead(200, { ...javascript, 'content-encoding': 'gzip' }).end(gzipSync(big));
    expect(await scriptOf(compressed)).toMatchObject([{ result: 'good' }]);
  });
});

describe('the script with bindings alone', () => {
  const alone = '<script async src="/geolet-bindings.js" data-endpoint="/geo"></script>';
  const inline = `<script>${loader}</script>`;
  const scriptOf = async (options: Options) =>
    (
      await examine(
        await startShop({ before: at('/geolet-bindings.js', serve(200, javascript, loader)), ...options }),
        undefined,
      )
    )
      .filter(({ check }) => check === 'script')
      .map(({ result, text }) => `${result}: ${text}`);

  it.each([
    ['by its address', alone],
    ['inline', inline],
  ])('is a warning on a page with an element: %s', async (_, head) => {
    const [finding] = await scriptOf({ head, body: `<geo-text template="{city}">you</geo-text>${credit}` });
    expect(finding).toBe(
      'warning: The page has a <geo-text>, and geolet-bindings.js has no elements in it: they come after the first frame.',
    );
  });

  it.each([
    ['a page without elements', alone, credit],
    ['a page with the preview', alone, `<geo-preview></geo-preview>${credit}`],
    ["a page with an element of somebody else's", alone, `<geo-map></geo-map>${credit}`],
    ['geolet.js', tag, `<geo-text template="{city}">you</geo-text>${credit}`],
    ['geolet.js inline', `<script>${loader}"geo-case"</script>`, `<geo-text template="{city}">you</geo-text>${credit}`],
  ])('is no warning: %s', async (_, head, body) => {
    expect(await scriptOf({ head, body })).toEqual([expect.stringMatching(/^good: /) as string]);
  });
});

it('the doctor knows the elements of the widget', () => {
  expect(elementTags).toEqual(tagsThat(({ file, within }) => file !== 'preview' && within === undefined));
});

describe('the doctor is red', () => {
  it.each<[string, Options, string]>([
    ['without the script', { head: '' }, 'script: geolet.js is not on this page.'],
    ['with the script twice', { head: tag + tag }, 'script: geolet.js is on this page 2 times.'],
    ['with the script in a comment', { head: `<!-- ${tag} -->` }, 'script: geolet.js is not on this page.'],
    [
      'with a script that something delays',
      { head: tag.replace('<script', '<script type="text/plain"') },
      'script: Something delays geolet.js: type="text/plain".',
    ],
    [
      'with a script that something loads later',
      { head: '<script data-src="/geolet.js"></script>' },
      'script: Something delays geolet.js: data-src.',
    ],
    [
      'with a script that is not there',
      { head: tag.replace('/geolet.js', '/js/geolet.js') },
      'script: /js/geolet.js does not load: 404.',
    ],
    [
      'with a script that is a page',
      { before: at('/geolet.js', serve(200, { 'content-type': 'text/html' })) },
      'script: /geolet.js is served as text/html: browsers refuse that.',
    ],
    [
      'with a script that is cached forever',
      {
        before: at(
          '/geolet.js',
          serve(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=31536000' }, loader),
        ),
      },
      'script: /geolet.js is cached for long (max-age=31536000): an update would not arrive.',
    ],
    [
      'with files of two builds',
      {
        before: at(
          '/geolet.js',
          serve(200, { 'content-type': 'text/javascript' }, loader.replace('AbCd1234', 'Other123')),
        ),
      },
      'script: geolet-explain.Other123.js, which this geolet.js belongs to, does not load (404).',
    ],
    [
      'with integrity under an address that names no release',
      { head: sealed('/geolet.js') },
      'script: The tag has integrity, and its address names no release: after the next release, browsers refuse the file where the tag and a cached file are not from the same one.',
    ],
    [
      'with the integrity of another file',
      { head: sealed('/geolet.js?2', 'sha384-abc') },
      "script: The tag's integrity does not match /geolet.js as it is delivered: browsers refuse it.",
    ],
    [
      'with a weaker integrity that fits and a stronger one that does not',
      { head: sealed('/geolet.js?2', `${hash} sha512-abc`) },
      "script: The tag's integrity does not match /geolet.js as it is delivered: browsers refuse it.",
    ],
    [
      'under a policy that refuses the script',
      { headers: { 'content-security-policy': "script-src 'nonce-abc'" } },
      "policy: script-src 'nonce-abc' refuses geolet.js.",
    ],
    [
      'under a policy that refuses its files',
      {
        head: tag.replace('<script', '<script integrity="sha256-abc"'),
        headers: { 'content-security-policy': "script-src 'sha256-abc'" },
      },
      "policy: script-src 'sha256-abc' refuses the files that geolet.js fetches.",
    ],
    [
      'under a policy that allows nothing of it',
      { headers: { 'content-security-policy': "default-src 'none'" } },
      "policy: default-src 'none' refuses geolet.js.",
    ],
    [
      'under a policy that refuses a pasted line',
      { head: `${tag}<script>${line}</script>`, headers: { 'content-security-policy': "script-src 'self'" } },
      "policy: script-src 'self' refuses a pasted line, so that it does nothing.",
    ],
    [
      'under a policy that lets no script run',
      { headers: { 'content-security-policy': 'sandbox allow-same-origin' } },
      'policy: sandbox lets no script run.',
    ],
    [
      'under a policy that refuses flags',
      {
        body: `${credit}<geo-flag></geo-flag>`,
        headers: { 'content-security-policy': 'img-src https://pictures.example' },
      },
      'policy: img-src https://pictures.example refuses the flags of <geo-flag>.',
    ],
    [
      'under a policy in the page that refuses the record',
      { head: `<meta http-equiv="Content-Security-Policy" content="connect-src 'none'">${tag}` },
      "policy: connect-src 'none' refuses /geo.",
    ],
    [
      'without a proxy',
      { before: at('/geo', serve(404, { 'content-type': 'text/html' }, '<p>Not found')) },
      'record: /geo answers 404: the answer is not from the proxy.',
    ],
    [
      'with a proxy that the server in front does not reach',
      { before: at('/geo', serve(502, { 'content-type': 'text/html' }, '<p>Bad Gateway')) },
      'record: /geo answers 502: the answer is not from the proxy.',
    ],
    [
      'with a key that the service does not know',
      { proxy: { key: 'another' } },
      "record: /geo answers 502: The visitor-data service refuses the proxy's key (401).",
    ],
    [
      'with a flag that is not served',
      { body: `${credit}<geo-flag></geo-flag>` },
      'script: The page has a <geo-flag>, and /geolet-flags/fr.svg does not load (404).',
    ],
    [
      'with a page in the place of the proxy',
      { before: at('/geo', serve(200, { 'content-type': 'text/html' }, '<p>Home')) },
      'record: /geo answers with text/html, and not with a record.',
    ],
    [
      'with a proxy in trouble',
      { proxy: { upstream: 'http://127.0.0.1:9' } },
      'record: /geo answers 502: The visitor-data service cannot be reached, or broke off its answer.',
    ],
    [
      'with a record that may be shared',
      { before: at('/geo', serve(200, json, '{"countryCode":"FR"}')) },
      'caches: A cache may keep the record for everybody (no Cache-Control).',
    ],
    [
      'with a record that CDNs may share',
      {
        before: at(
          '/geo',
          serve(
            200,
            { ...json, 'cache-control': 'private', 'cdn-cache-control': 'max-age=60' },
            '{"countryCode":"FR"}',
          ),
        ),
      },
      'caches: A cache may keep the record for everybody (cdn-cache-control: max-age=60).',
    ],
    ...[
      ['x-litespeed-cache-control', 'public,max-age=60'],
      ['edge-control', 'max-age=60'],
      ['akamai-cache-control', 'max-age=60'],
      ['x-accel-expires', '60'],
    ].map(([name = '', value = '']): [string, Options, string] => [
      `with a record that a cache may share by its own word ${name}`,
      {
        before: at(
          '/geo',
          serve(
            200,
            { ...json, 'cache-control': 'private', 'cdn-cache-control': 'no-store', [name]: value },
            '{"countryCode":"FR"}',
          ),
        ),
      },
      `caches: A cache may keep the record for everybody (${name}: ${value}).`,
    ]),
    [
      'with a record that is old',
      { before: at('/geo', serve(200, { ...json, 'cache-control': 'private', age: '7' }, '{"countryCode":"FR"}')) },
      'caches: The record comes from a cache (Age: 7).',
    ],
    [
      'with a record that sets cookies',
      {
        before: at(
          '/geo',
          serve(200, { ...json, 'cache-control': 'private', 'set-cookie': 'a=b' }, '{"countryCode":"FR"}'),
        ),
      },
      'caches: Something sets a cookie on the record.',
    ],
    [
      "with a page whose cookies are everybody's",
      { headers: { 'cache-control': 'public, max-age=60', 'set-cookie': 'session=1' } },
      "caches: The page sets a cookie and lets every cache keep it (Cache-Control: public, max-age=60): one visitor's cookie becomes another's.",
    ],
    [
      'with a preload in another mode',
      { head: `<link rel="preload" as="fetch" href="/geo">${tag}` },
      'preload: The preload does not match the request of the widget, so the record is requested twice (as="fetch", no crossorigin).',
    ],
    [
      'with a preload with credentials',
      { head: `<link rel="preload" as="fetch" crossorigin="use-credentials" href="/geo">${tag}` },
      'preload: The preload does not match the request of the widget, so the record is requested twice (as="fetch", crossorigin="use-credentials").',
    ],
    [
      'with a preload where consent comes first',
      { head: `${preload}${tag.replace('data-endpoint', 'data-consent="required" data-endpoint')}` },
      "preload: The record is preloaded, which requests it before the visitor has agreed, and leaves a copy in the browser's HTTP cache that geolet.consent(false) cannot remove.",
    ],
    [
      'with a preload where nothing may be stored',
      { head: `${preload}${tag.replace('data-endpoint', 'data-storage="off" data-endpoint')}` },
      'preload: The record is preloaded, which leaves a copy in the browser\'s HTTP cache, though data-storage="off" says that none is kept.',
    ],
    [
      'without a link that is due',
      { body: '<p>Shoes' },
      'attribution: The data in use ask for a link on pages that show their results, and this page has none to db-ip.com.',
    ],
  ])('%s', async (_, options, expected) => {
    expect(wrong(await examine(await startShop(options), undefined))).toContain(expected);
  });

  it.each<[string, Options]>([
    [
      "a script with the page's nonce",
      {
        head: tag.replace('<script', '<script nonce="abc"'),
        headers: {
          'content-security-policy': "default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; connect-src 'self'",
        },
      },
    ],
    [
      "a script with the page's nonce and nothing else",
      {
        head: tag.replace('<script', '<script nonce="abc"'),
        headers: { 'content-security-policy': "script-src 'nonce-abc'" },
      },
    ],
    [
      'a sandbox in which scripts run',
      { headers: { 'content-security-policy': 'sandbox allow-scripts allow-same-origin' } },
    ],
    [
      'a pasted line whose hash the policy has',
      {
        head: `${tag}<script>${line}</script>`,
        headers: { 'content-security-policy': `script-src 'self' ${hashSource(line)}` },
      },
    ],
    [
      'a loader in the page itself whose hash the policy has',
      {
        head: `<script data-endpoint="/geo">${loader}</script>`,
        headers: { 'content-security-policy': `script-src 'self' ${hashSource(loader)}` },
      },
    ],
    ['integrity of the file, under an address that names the release', { head: sealed('/geolet.js?2') }],
    [
      'integrity of several files, of which one comes',
      { head: sealed('/geolet.js?2', `sha384-abc ${hash} sha256-abc`) },
    ],
    ['integrity that browsers pass over', { head: sealed('/geolet.js', 'md5-abc') }],
    [
      'integrity of a file in the folder of a release',
      {
        head: sealed('/1.4.0/geolet.js'),
        before: (path) =>
          path.startsWith('/1.4.0/') ? serve(200, { 'content-type': 'text/javascript' }, loader) : undefined,
      },
    ],
    [
      'a flag that is served',
      {
        body: `${credit}<geo-flag></geo-flag>`,
        before: at('/geolet-flags/fr.svg', serve(200, { 'content-type': 'image/svg+xml' }, '<svg/>')),
      },
    ],
    ['a preload as the widget asks', { head: `${preload}${tag}` }],
    [
      'consent before the record, and no preload',
      { head: tag.replace('data-endpoint', 'data-consent="required" data-endpoint') },
    ],
    ['a loader in the page itself', { head: `<script data-endpoint="/geo">${loader}</script>` }],
    ['a link to the data with www', { body: '<a href="https://www.db-ip.com/">x</a>' }],
    ['a redirect to the page', { before: at('/go', serve(302, { location: '/' })) }],
  ])('but not for %s', async (_, options) => {
    expect(
      wrong(await examine(`${await startShop(options)}${options.before?.('/go') ? '/go' : ''}`, undefined)),
    ).toEqual([]);
  });

  it('names what a preload costs', async () => {
    const found = await examine(await startShop({ head: `${preload}${tag}` }), undefined);
    expect(found.filter(({ check }) => check === 'preload')).toEqual([
      {
        check: 'preload',
        result: 'good',
        text: expect.stringMatching(
          /Firefox and Safari request it twice, and a copy stays in the HTTP cache.*npx geolet snippet ask/,
        ),
      },
    ]);
  });

  it('with integrity from another origin without crossorigin, and not with it', async () => {
    const src = `${await startShop()}/geolet.js?2`;
    const head = sealed(src).replace('<script', '<script crossorigin');
    expect(wrong(await examine(await startShop({ head: sealed(src) }), undefined))).toEqual([
      'script: The tag has integrity and no crossorigin: browsers refuse such a file of another origin.',
    ]);
    expect(wrong(await examine(await startShop({ head }), undefined))).toEqual([]);
  });

  it('where nothing answers, and for what is no page', async () => {
    expect(wrong(await examine('http://127.0.0.1:9/', undefined))).toEqual([
      'page: http://127.0.0.1:9/ could not be read: nothing listens at 127.0.0.1:9.',
    ]);
    expect(wrong(await examine('http://shop.invalid/', undefined))).toEqual([
      'page: http://shop.invalid/ could not be read: there is no host shop.invalid.',
    ]);
    const url = await startServer(serve(302, { location: '/' }));
    expect(wrong(await examine(url, undefined))).toEqual([expect.stringContaining('redirects more than 5 times')]);
    expect(wrong(await examine(`${await startShop()}/geo`, undefined))[0]).toContain('application/json');
    expect(wrong(await examine(url.replace('http:', 'https:'), undefined))).toEqual([
      expect.stringContaining('could not be read: it speaks http there, and not https.'),
    ]);
  });
});

describe('the doctor says how', () => {
  const policy = (text: string, head = tag) => ({ head, headers: { 'content-security-policy': text } });
  it.each<[string, Options, string]>([
    ['what is none becomes a list of its own', policy("default-src 'none'"), "Write script-src 'self' beside it."],
    ['a list of none is written anew', policy("script-src 'none'"), "Write script-src 'self' in its place."],
    ['a list is made longer', policy('script-src https://cdn.example'), "Add 'self' to script-src."],
    ['a default is made longer', policy('default-src https://cdn.example'), "Add 'self' to default-src."],
    [
      'a policy of nonces wants one',
      policy("script-src 'nonce-abc' 'strict-dynamic'"),
      "Give its tag the page's nonce.",
    ],
    [
      'a pasted line wants its hash',
      policy("script-src 'self'", `${tag}<script>${line}</script>`),
      `Add ${hashSource(line)} to script-src.`,
    ],
    [
      'a page behind a password wants it',
      { before: at('/', serve(401, { 'content-type': 'text/html' })) },
      'Name a page without a password, or run the doctor in a terminal, with name and password in the address: npx geolet doctor https://name:password@shop.example/.',
    ],
    [
      'a page that refuses programs lets this machine through',
      { before: at('/', serve(403, { 'content-type': 'text/html' })) },
      'Something in front refuses programs: let this machine through, or run the doctor on one that is let through.',
    ],
    [
      'a page whose server fails has logs',
      { before: at('/', serve(503, { 'content-type': 'text/html' })) },
      "The page's own server fails, or the server in front does not reach it: check their logs.",
    ],
    [
      'a page that is not there is another',
      { before: at('/', serve(404, { 'content-type': 'text/html' })) },
      'Name a page that visitors see.',
    ],
  ])('%s', async (_, options, fix) => {
    expect((await examine(await startShop(options), undefined)).map((finding) => finding.fix)).toContain(fix);
  });
});

describe('the doctor ends', () => {
  it('where a page never does', async () => {
    const url = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const drip = setInterval(() => response.write('<p>'), 100);
      response.on('close', () => clearInterval(drip));
    });
    await expect(request(url, {}, 300)).rejects.toThrow('no answer within 0.3 s');
  });

  it('where a page is not what it says, or answers once only', async () => {
    const packed = await startServer(serve(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }, '<p>'));
    expect(wrong(await examine(packed, undefined))).toEqual([
      expect.stringContaining(
        'it says that it is compressed (Content-Encoding: gzip), and it cannot be read that way.',
      ),
    ]);
    let views = 0;
    const once = await startShop({
      before: (path) => (path === '/' && views++ > 0 ? (request) => void request.destroy() : undefined),
    });
    expect(wrong(await examine(once, undefined))).toEqual([
      'page: It responded at first, and then no longer: it closed the connection.',
    ]);
  });
});

it('the doctor says of a certificate that browsers refuse what is wrong with it', async () => {
  const server = createTlsServer(selfSigned, (_request, response) => response.end());
  await listen(server);
  onTestFinished(() => void server.close());
  const url = `https://127.0.0.1:${portOf(server)}/`;
  const findings = await examine(url, undefined);
  expect(wrong(findings)).toEqual([
    `page: ${url} could not be read: browsers refuse its certificate (self-signed certificate).`,
  ]);
  expect(findings[0]?.fix).toContain('NODE_EXTRA_CA_CERTS=authority.pem');
});

it('the doctor says of a server that wants https what to write', async () => {
  const front = await startServer((_request, response) =>
    response.writeHead(400, { 'content-type': 'text/html' }).end('<p>The plain HTTP request was sent to HTTPS port'),
  );
  const [finding] = await examine(front, undefined);
  expect([finding?.text, finding?.fix]).toEqual([
    `${front}/ answers 400, text/html.`,
    'Write the address as visitors do: https in place of http, and the host by its name.',
  ]);
});

it('the doctor takes a name and a password with it, and shows the password to nobody', async () => {
  const shop = await startShop();
  const front = await startServer((request, response) => {
    if (request.headers.authorization !== `Basic ${btoa('name:word')}`) response.writeHead(401).end();
    else
      httpRequest(shop + (request.url ?? ''), { headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      }).end();
  });
  const findings = await examine(front.replace('//', '//name:word@'), undefined);
  expect(wrong(findings)).toEqual([]);
  expect(JSON.stringify(findings)).not.toContain('word');
});

describe('the proxy lets the doctor ask as somebody else', () => {
  const headers = (value: string, visitor = 'JP') => ({ 'x-geolet-doctor': value, 'x-geolet-visitor': visitor });

  it('only with its secret, never from a cache or into one, and says so in its log', async () => {
    const lines: string[] = [];
    const url = await startShop({ proxy: { log: (line) => lines.push(line), expose: ['IP'] } });
    const answer = await fetch(`${url}/geo`, { headers: headers(secret) });
    expect(await answer.json()).toMatchObject({ countryCode: 'JP', currencyCode: 'JPY', IP: '127.0.0.1' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(lines).toEqual(['The doctor asked as JP.']);
    expect((await fetch(`${url}/geo`, { headers: headers(`${secret}x`) })).status).toBe(403);
    expect((await fetch(`${url}/geo`, { headers: { 'x-geolet-visitor': 'JP' } })).status).toBe(403);
    expect((await fetch(`${url}/geo`, { headers: headers(secret, 'nobody') })).status).toBe(400);
    expect((await fetch(`${url}/geo`, { method: 'DELETE', headers: headers(secret) })).status).toBe(405);
    expect(await (await fetch(`${url}/geo`)).json()).toMatchObject({ countryCode: 'FR' });
  });

  it('not at all without one, and with none that can be guessed', async () => {
    const url = await startShop({ proxy: { doctorSecret: undefined } });
    expect(await (await fetch(`${url}/geo`, { headers: headers('') })).json()).toMatchObject({ countryCode: 'FR' });
    for (const doctorSecret of ['', 'short', 'x'.repeat(23), `${'x'.repeat(24)} `])
      expect(() => createResponder({ upstream: 'https://geo.example', key: 'k', doctorSecret })).toThrow(
        'GEOLET_DOCTOR_SECRET',
      );
  });
});

describe('geolet doctor on the command line', () => {
  function run(...args: string[]): Promise<{ code: number | null; out: string; error: string }> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [...runTypeScript, 'src/command-line/main.ts', 'doctor', ...args], {
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      let out = '';
      let error = '';
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
      child.on('close', (code) => resolve({ code, out, error }));
    });
  }

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

import { createServer, type IncomingMessage, type RequestListener, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withCheckPage, type CheckSettings } from '../../../src/doctor/for-owners/check-listener.ts';
import { createCheckInThread } from '../../../src/doctor/for-owners/check-thread.ts';
import { createPageCheck, likeliestFirst } from '../../../src/doctor/for-owners/page-check.ts';
import { examineHtml } from '../../../src/doctor/examine.ts';
import type { Finding } from '../../../src/doctor/finding.ts';
import { withLimits } from '../../../src/doctor/reply.ts';
import { listen } from '../../support/loopback.ts';
import { startServer } from '../../support/start-server.ts';

const secret = 'a-secret-of-more-than-24-characters';
const proxy = { secret: undefined, upstream: 'https://geo.example' };
const html = { 'content-type': 'text/html; charset=utf-8' };
const page =
  (body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, html).end(`<!doctype html><html lang="en"><title>Shop</title>${body}</html>`);

/** A site with the check in front of it. The paths that it was asked for are counted. */
async function startSite(site: RequestListener = page('<p>A</p>'), more: Partial<CheckSettings> = {}) {
  const asked: string[] = [];
  let listener: RequestListener = () => {};
  const server = createServer((incoming, outgoing) => listener(incoming, outgoing));
  const origin = await listen(server);
  onTestFinished(() => void server.close());
  const origins = [origin, ...(more.origins ?? [])];
  listener = withCheckPage(
    (incoming, outgoing) => {
      asked.push(incoming.url ?? '');
      site(incoming, outgoing);
    },
    {
      isOwnHost: (host) => host === new URL(origin).host,
      secret,
      fillsSecret: false,
      check: createPageCheck({ origins, proxy }),
      log: () => {},
      ...more,
      origins,
    },
  );
  const url = `${origin}/geolet-check`;
  const press = (fields: Readonly<Record<string, string>> = {}) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ secret, ...fields }) });
  return { origin, url, asked, press };
}

/** A server that nobody may ask. */
async function startStranger() {
  const asked: string[] = [];
  const origin = await startServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, html).end('<p>secret of the inner network');
  });
  return { origin: new URL(origin).origin, asked };
}

/** With a host or a body that `fetch` would not send. */
const send = (url: string, method: string, headers: Readonly<Record<string, string>>, body: string) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const read = async (response: IncomingMessage) =>
      resolve({ status: response.statusCode, text: await text(response) });
    httpRequest(url, { method, headers }, (response) => void read(response))
      .on('error', reject)
      .end(body);
  });
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const redirectTo =
  (location: (path: string) => string): RequestListener =>
  (request, response) =>
    void response.writeHead(302, { location: location(request.url ?? '') }).end();

describe('the page of the check', () => {
  it('has a form, and nothing that runs', async () => {
    const response = await fetch((await startSite()).url);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('<button>Check</button>');
    expect(html).not.toMatch(/<script|<link|style="|https?:/);
    expect(html).not.toContain(secret);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      ),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
  });

  it('has the secret in its form where only others must not press the button', async () => {
    const { url } = await startSite(undefined, { fillsSecret: true });
    expect(await (await fetch(url)).text()).toContain(`value="${secret}"`);
  });

  it('leaves every other path to what is behind it', async () => {
    const { origin, asked } = await startSite();
    await fetch(`${origin}/geolet-checks`);
    await fetch(`${origin}/geo?geolet-check`);
    expect(asked).toEqual(['/geolet-checks', '/geo?geolet-check']);
  });
});

describe('the button', () => {
  it('says what is wrong, the likeliest cause first', async () => {
    const { press } = await startSite(page('<geo-if contry="DE">A</geo-if><geo-text template="{city}"></geo-text>'));
    const response = await press();
    const report = await response.text();
    expect(response.status).toBe(200);
    const causes = ['geolet.js is not on this page', 'there is no condition', 'did you mean country?', 'answers in'];
    const places = causes.map((words) => report.indexOf(words));
    expect(places.every((at) => at > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('says of a page with a password how to check it, which its form cannot', async () => {
    const { press } = await startSite((_request, response) => void response.writeHead(401, html).end());
    expect(await (await press()).text()).toMatch(
      /answers 401[^]*run the doctor in a terminal[^]*npx geolet doctor https:\/\/name:password@shop\.example\//,
    );
    expect((await press({ pages: 'https://name:password@shop.example/' })).status).toBe(400);
  });

  it('looks at each page that is named, and at the record once', async () => {
    const { press, asked } = await startSite();
    const report = await (await press({ pages: '/\n/prices?a=1\n' })).text();
    expect(report).toContain('<span class="path">/prices?a=1</span>');
    expect(asked.filter((path) => path === '/prices?a=1')).toHaveLength(1);
    expect(asked.filter((path) => path === '/geo').length).toBeGreaterThan(0);
  });

  it('writes what a page says as text', async () => {
    const { press } = await startSite(page('<geo-if country="&quot;&gt;<script>alert(1)</script>\u202e">A</geo-if>'));
    const report = await (await press()).text();
    expect(report).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(report).not.toMatch(/<script|\u202e/);
  });

  it.each(['', 'another-secret-of-24-characters', `${secret} `])(
    'does nothing without the secret: "%s"',
    async (given) => {
      const { press, asked } = await startSite();
      expect((await press({ secret: given })).status).toBe(403);
      expect(asked).toEqual([]);
    },
  );

  it('does nothing at another host, and shows no form there', async () => {
    const { url, asked } = await startSite(undefined, { fillsSecret: true });
    const body = `secret=${secret}`;
    for (const host of ['rebound.example', '0.0.0.0', '127.0.0.1', 'localhost:1'])
      for (const method of ['GET', 'POST']) {
        const sent = await send(url, method, { ...form, host, 'content-length': String(body.length) }, body);
        expect(sent).toEqual({ status: 421, text: expect.not.stringMatching(/<form|a-secret/) });
      }
    expect(asked).toEqual([]);
  });

  it.each<[number, string, Record<string, string>, string]>([
    [405, 'PUT', {}, ''],
    [405, 'DELETE', {}, ''],
    [415, 'POST', { 'content-type': 'application/json' }, '{}'],
    [415, 'POST', { 'content-type': 'text/plain' }, `secret=${secret}`],
    [411, 'POST', { ...form, 'transfer-encoding': 'chunked' }, `secret=${secret}`],
    [413, 'POST', { ...form, 'content-length': '8193' }, 'a'.repeat(8193)],
  ])('answers %i to what is no form: %s %j', async (status, method, headers, body) => {
    const { url, asked } = await startSite();
    expect((await send(url, method, headers, body)).status).toBe(status);
    expect(asked).toEqual([]);
  });
});

describe('the check asks no other address than its own', () => {
  it.each([
    (origin: string) => origin,
    (origin: string) => `${origin}/`,
    (origin: string) => origin.replace('http:', ''),
    (origin: string) => `/${origin.replace('http:/', String.raw`\ `.trim())}`,
    (origin: string) => origin.replace('http:/', String.raw`/\ `.trim()),
    (origin: string) => origin.replace('http://', '/\t/'),
    (origin: string) => `user@${origin.slice(7)}`,
    () => 'http://[::1]/',
    () => 'http://169.254.169.254/latest/meta-data/',
    () => 'file:///etc/passwd',
    () => 'prices',
    () => `/${'a'.repeat(500)}`,
    () => '/1\n/2\n/3\n/4\n/5\n/6',
  ])('whatever is typed (%#)', async (write) => {
    const stranger = await startStranger();
    const { press, asked } = await startSite();
    expect((await press({ pages: write(stranger.origin) })).status).toBe(400);
    expect([asked, stranger.asked]).toEqual([[], []]);
  });

  it('whatever site the form names', async () => {
    const stranger = await startStranger();
    const { press, asked } = await startSite();
    expect((await press({ origin: stranger.origin })).status).toBe(400);
    expect([asked, stranger.asked]).toEqual([[], []]);
  });

  it('but each of the sites that the owner has named', async () => {
    const other = await startStranger();
    const { press, asked } = await startSite(undefined, { origins: [other.origin] });
    expect(await (await press({ origin: other.origin })).text()).toContain(`Check of ${other.origin}`);
    expect(asked).toEqual([]);
    expect(other.asked).toContain('/');
  });

  it('wherever a page leads', async () => {
    const stranger = await startStranger();
    const { press } = await startSite(redirectTo(() => `${stranger.origin}/inner`));
    const report = await (await press()).text();
    expect(report).toContain(`${stranger.origin} is not asked from here`);
    expect(report).toContain('add that address to GEOLET_CHECK');
    expect(stranger.asked).toEqual([]);
  });

  it('whatever a page names as its script and its record', async () => {
    const stranger = await startStranger();
    const tag = `<script async src="${stranger.origin}/geolet.js" data-endpoint="${stranger.origin}/geo"></script><geo-flag>A</geo-flag>`;
    const { press } = await startSite(page(tag));
    const report = await (await press()).text();
    expect(report.match(/This was not looked at/g)?.length).toBeGreaterThanOrEqual(2);
    expect(report).not.toMatch(/does not load|secret of the inner network/);
    expect(stranger.asked).toEqual([]);
  });
});

describe('the check ends', () => {
  it.each<[string, Record<string, string>, Buffer]>([
    ['as it comes', {}, Buffer.alloc(6_000_000, 'a')],
    ['decompressed', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(50_000_000, 'a'))],
  ])('where a page is too long %s', async (_, headers, body) => {
    const { press } = await startSite((_, response) => void response.writeHead(200, { ...html, ...headers }).end(body));
    expect(await (await press()).text()).toContain('it sends more than 5 MB');
  });

  it('where a page leads in a circle', async () => {
    const { press, asked } = await startSite(redirectTo((path) => `${path}a`));
    expect(await (await press()).text()).toContain('it redirects more than 5 times');
    expect(asked).toHaveLength(5);
  });

  it('when its time is over', async () => {
    const { origin } = await startSite((_request, response) => void response.writeHead(200, html).write('<p>'));
    const limits = { origins: [origin], mostBytes: 1000, signal: AbortSignal.timeout(100) };
    const [found] = await withLimits(limits, () => examineHtml(`${origin}/`));
    expect(found?.text).toContain('the time for this check was over');
  });

  it('when the owner leaves', async () => {
    let ended = 0;
    const site = await startSite((request, response) => {
      request.socket.on('close', () => ended++);
      response.writeHead(200, html).write('<p>');
    });
    const leave = new AbortController();
    const body = new URLSearchParams({ secret });
    expect((await fetch(site.url, { method: 'POST', body, signal: leave.signal })).status).toBe(200);
    await expect.poll(() => site.asked.length).toBe(1);
    leave.abort();
    await expect.poll(() => ended).toBe(1);
  });
});

describe('two checks a minute are the most', () => {
  it('and then the button works again', async () => {
    let time = 0;
    const { press } = await startSite(undefined, { now: () => time });
    for (const _run of [1, 2]) expect(await (await press()).text()).toContain('class="report"');
    time = 59_000;
    const refused = await press();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    time = 60_000;
    expect(await (await press()).text()).toContain('class="report"');
  });

  it('but not on the owner’s own machine', async () => {
    const { press } = await startSite(undefined, { fillsSecret: true, now: () => 0 });
    for (const _run of [1, 2, 3]) expect(await (await press()).text()).toContain('class="report"');
  });

  it('and one at a time', async () => {
    let release = (): void => {};
    const check = () => new Promise<[]>((resolve) => (release = () => resolve([])));
    const { press } = await startSite(undefined, { check });
    const first = await press();
    const second = await press();
    expect(second.status).toBe(429);
    expect(await second.text()).toContain('A check is running. Press again in 10 seconds.');
    release();
    await first.text();
    expect((await press()).status).toBe(200);
    release();
  });

  it('but a wrong secret does not count', async () => {
    const { press } = await startSite();
    for (let time = 0; time < 5; time++) await press({ secret: 'wrong' });
    expect((await press()).status).toBe(200);
  });
});

it('what makes other checks fail comes before them', () => {
  const finding = (check: Finding['check'], result: Finding['result']): Finding => ({ check, result, text: '' });
  const bad = [finding('visitor', 'bad'), finding('policy', 'skipped'), finding('script', 'bad')];
  const found = likeliestFirst([finding('page', 'good'), finding('markup', 'warning'), ...bad]);
  expect(found.map(({ check }) => check)).toEqual(['script', 'visitor', 'markup', 'policy', 'page']);
});

describe('a check in a thread of its own', () => {
  const thread = (script: string) => new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  /** Checks one page, asks the site for another, and is busy for ever once it has begun to answer. */
  const busy = thread(`
    import { parentPort, workerData } from 'node:worker_threads';
    parentPort.postMessage({ path: workerData.paths[0], findings: [] });
    await fetch(workerData.origin + '/b');
    for (;;);`);
  const report = async (response: Promise<Response>) =>
    (await (await response).text()).replace(/[^]*class="report"/, '');

  it('lets visitors in while it works, and says what it did not come to when it is ended', async () => {
    const limit = new AbortController();
    let note = () => {};
    const asksForTheSecond = new Promise<void>((resolve) => (note = resolve));
    const site: RequestListener = ({ url }, response) => {
      response.end('x');
      if (url === '/b') note();
    };
    const check = createCheckInThread({ origins: [], proxy }, { limit: () => limit.signal, module: busy });
    const { origin, press } = await startSite(site, { check });
    const pressed = press({ pages: '/a\n/b' });
    await asksForTheSecond;
    for (let visitor = 0; visitor < 20; visitor++) expect(await (await fetch(`${origin}/shop`)).text()).toBe('x');
    limit.abort();
    const said = await report(pressed);
    expect(said).toContain('<span class="path">/a</span> <span class="verdict good">');
    expect(said).toContain('<span class="path">/b</span> <span class="verdict bad">');
    expect(said).toContain('The check took longer than 60 seconds, and was ended before this page was done.');
  });

  it('is ended when its owner leaves', async () => {
    const leave = new AbortController();
    const check = createCheckInThread({ origins: [], proxy }, { module: thread('for (;;);') });
    const checked = check({ origin: 'http://shop.example', paths: ['/'], signal: leave.signal });
    leave.abort();
    expect(await checked).toHaveLength(1);
  });

  it('is ended when it needs too much memory, and the page says so', async () => {
    const module = thread('const all = []; for (;;) all.push(new Array(1e5).fill({}));');
    const check = createCheckInThread({ origins: [], proxy }, { megabytes: 16, module });
    const { press } = await startSite(undefined, { check });
    expect(await report(press())).toContain('The check needed more than 16 MB of memory, and was ended');
  });

  it('that breaks off is logged, and the next one can start', async () => {
    const logged: string[] = [];
    const check = createCheckInThread({ origins: [], proxy }, { module: thread('throw new Error("lost");') });
    const { press } = await startSite(undefined, { check, log: (message) => logged.push(message) });
    await expect(report(press())).rejects.toThrow();
    expect(logged.at(-1)).toBe('The check broke off. < Error: lost');
    expect((await press()).status).toBe(200);
  });
});

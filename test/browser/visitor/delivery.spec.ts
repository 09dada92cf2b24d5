import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dist } from '../../support/site.ts';
import { asWritten, content, eachRow, expect, expectText, inLyon, requestsFor, test } from './told.ts';

async function widget(url: string): Promise<string> {
  return (await fetch(`${url}/geolet.js`)).text();
}

const integrity = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const inject = "document.head.append(Object.assign(document.createElement('script'), { src: '/geolet.js' }))";

test.describe('the page ends the same, with one request, with the script', () => {
  const placements: Record<string, { tag?: string; head?: string; body?: string }> = {
    async: { tag: '<script async src="/geolet.js"></script>' },
    deferred: { tag: '<script defer src="/geolet.js"></script>' },
    'blocking in the head, before there is a body': { tag: '<script src="/geolet.js"></script>' },
    'at the end of the body': { tag: '', body: '<script src="/geolet.js"></script>' },
    'injected without data-*': { tag: `<script>${inject}</script>` },
    'injected after load': { tag: `<script>addEventListener('load', () => ${inject})</script>` },
    'injected long after load': {
      tag: `<script>addEventListener('load', () => setTimeout(() => ${inject}, 300))</script>`,
    },
    'imported by a module': { tag: '<script type="module">import \'/geolet.js\'</script>' },
    'written by document.write': { tag: '<script>document.write(\'<script src="/geolet.js"><\\/script>\')</script>' },
    'evaluated by a tag manager, with no tag of its own': {
      tag: "<script>fetch('/geolet.js').then((response) => response.text()).then((text) => (0, eval)(text))</script>",
    },
    'from a blob': {
      tag: "<script>fetch('/geolet.js').then((response) => response.blob()).then((blob) => document.head.append(Object.assign(document.createElement('script'), { src: URL.createObjectURL(new Blob([blob], { type: 'text/javascript' })) })))</script>",
    },
  };
  test('anywhere', async ({ page, told }) => {
    await eachRow(Object.entries(placements), page, async ([, { tag = '', body = '' }], site) => {
      await page.goto(site.page(content + body, { tag }));
      await expectText(page, inLyon);
      expect(await told()).toEqual(['geo-ready network']);
      expect(requestsFor('/geo', site)).toBe(1);
    });
  });

  test('anywhere, with bindings alone', async ({ page, told, expectLines }) => {
    expectLines(/late-elements/);
    const small = (text: string) => text.replace('geolet.js', 'geolet-bindings.js');
    await eachRow(Object.entries(placements), page, async ([, { tag = '', body = '' }], site) => {
      await page.goto(site.page(content + small(body), { tag: small(tag) }));
      await expectText(page, inLyon);
      await expect.poll(async () => (await told()).sort()).toEqual(['geo-error late-elements', 'geo-ready network']);
      expect(requestsFor('/geo', site)).toBe(1);
    });
  });
});

for (const name of ['geolet', 'geoletConfig']) {
  test(`a frame of another origin that is named ${name} breaks nothing @rare`, async ({ page, site, told }) => {
    site.page('theirs', { path: '/frame', tag: '' });
    const prices = '<p data-geo-currency="USD 1, JPY 2">$1</p>';
    await page.goto(
      site.page(
        `${content}${prices}<iframe hidden name="${name}" src="${site.url.replace('127.0.0.1', 'other.localhost')}/frame"></iframe>`,
        { tag: `<script>addEventListener('load', () => ${inject})</script>` },
      ),
    );
    await expectText(page, `${inLyon} $1`);
    expect(await told()).toEqual(['geo-ready network']);
  });
}

test('settings of a script without a tag come from window', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] timeout: .*\/api\/geo 100 ms/);
  site.file('/api/geo', () => {});
  await page.goto(
    site.page(content, { tag: `<script>geoletConfig = { endpoint: '/api/geo', timeoutMs: 100 }; ${inject}</script>` }),
  );
  await expect.poll(() => told()).toEqual(['geo-error timeout', 'geo-ready none']);
  await expectText(page, asWritten);
  // The elements have come although the endpoint is not beside them.
  await page.waitForFunction(() => customElements.get('geo-text'));
});

test.describe('subresource integrity @rare', () => {
  test('that fits lets the script run', async ({ page, site, told }) => {
    await page.goto(
      site.page(content, {
        tag: `<script async src="/geolet.js" integrity="${integrity(await widget(site.url))}" crossorigin></script>`,
      }),
    );
    await expectText(page, inLyon);
    expect(await told()).toEqual(['geo-ready network']);
  });

  test('that fits lets it run from another origin', async ({ page, site, told }) => {
    const other = site.url.replace('127.0.0.1', 'localhost');
    await page.goto(
      site.page(content, {
        tag: `<script async src="${other}/geolet.js" data-endpoint="/geo" integrity="${integrity(await widget(site.url))}" crossorigin></script>`,
      }),
    );
    await expectText(page, inLyon);
    expect(await told()).toEqual(['geo-ready network']);
  });

  test('that does not fit leaves a plain page', async ({ page, site, expectLines }) => {
    expectLines(/integrity/);
    await page.goto(
      site.page(content, {
        tag: `<script defer src="/geolet.js" integrity="${integrity('other')}" crossorigin></script>`,
      }),
    );
    await expectText(page, asWritten);
    expect(await page.evaluate(() => 'geolet' in globalThis)).toBe(false);
  });

  test.describe('in an import map, of the files that geolet.js fetches', () => {
    const siblings = readdirSync(dist).filter((name) => /^geolet-\w+\.[\w-]{8}\.js$/.test(name));
    const mapOf = (hash: (name: string) => string) =>
      `<script type="importmap">${JSON.stringify({ integrity: Object.fromEntries(siblings.map((name) => [`/${name}`, hash(name)])) })}</script>`;

    test('that fits lets them run', async ({ page, site }) => {
      await page.goto(site.page(content, { head: mapOf((name) => integrity(readFileSync(join(dist, name), 'utf8'))) }));
      await expectText(page, inLyon);
      await page.evaluate(() => globalThis.geolet?.override('JP'));
      await expect.poll(() => page.evaluate(() => globalThis.geolet?.visitor?.countryCode)).toBe('JP');
    });

    test('that does not fit leaves what they would show as written', async ({ page, site, told, expectLines }) => {
      expectLines(/file-refused/, /integrity/);
      const tag = '<script async src="/geolet-bindings.js"></script>';
      await page.goto(site.page(content, { head: mapOf(() => integrity('other')), tag }));
      await expectText(page, 'Hello France Always here. Shoes for you Two days.');
      // The refusal comes by a request of its own, after the bindings are written.
      await expect.poll(() => told()).toContain('geo-error file-refused');
    });
  });
});

test.describe('a page whose script does not come stays as written: the script @rare', () => {
  test('is blocked', async ({ page, site, expectLines }) => {
    expectLines(/ERR_BLOCKED_BY_CLIENT/);
    await page.route('**/geolet.js', (route) => route.abort('blockedbyclient'));
    await page.goto(site.page(content));
    await expectText(page, asWritten);
  });

  for (const [name, answer] of [
    ['is not found', { status: 404, contentType: 'text/html', body: 'Not found' }],
    ['is an error', { status: 500, contentType: 'application/json', body: '{}' }],
    [
      'is a login page that is not to be sniffed',
      {
        status: 200,
        contentType: 'text/html',
        headers: { 'x-content-type-options': 'nosniff' },
        body: '<!doctype html>',
      },
    ],
  ] as const) {
    test(name, async ({ page, site, expectLines }) => {
      expectLines(/Failed to load resource|Refused to execute/);
      await page.route('**/geolet.js', (route) => route.fulfill(answer));
      await page.goto(site.page(content));
      await expectText(page, asWritten);
      expect(requestsFor('/geo', site)).toBe(0);
    });
  }

  test('is cut off in the middle', async ({ page, site, expectLines }) => {
    expectLines(/^uncaught: .*(Unexpected|Invalid|missing)/);
    const text = await widget(site.url);
    await page.route('**/geolet.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: text.slice(0, text.length / 2) }),
    );
    await page.goto(site.page(content));
    await expectText(page, asWritten);
    expect(await page.evaluate(() => [...document.documentElement.attributes].map(({ name }) => name))).toEqual([
      'lang',
    ]);
    expect(requestsFor('/geo', site)).toBe(0);
  });

  test('never comes, and holds nothing up', async ({ page, site }) => {
    await page.route('**/geolet.js', () => {});
    await page.goto(site.page(content), { waitUntil: 'domcontentloaded' });
    await expectText(page, asWritten);
  });

  test("is not allowed by the page's policy", async ({ page, site, expectLines }) => {
    expectLines(/Content Security Policy/);
    site.headers = { 'content-security-policy': "script-src 'nonce-other'" };
    await page.goto(site.page(content));
    await expectText(page, asWritten);
    expect(requestsFor('/geolet.js', site)).toBe(0);
  });
});

test('a page without scripts is whole', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.page(content));
  expect(await page.locator('h1').boundingBox()).toMatchObject({ width: expect.any(Number) });
  await expect(page.locator('p').last()).toHaveText('Two days.', { useInnerText: true });
  await context.close();
});

test.describe('twice on a page @rare', () => {
  test('the same script is one visitor, in silence', async ({ page, site, told }) => {
    const tag = '<script async src="/geolet.js"></script>';
    await page.goto(site.page(content, { tag: tag + tag, head: '<script defer src="/geolet.js?again"></script>' }));
    await expectText(page, inLyon);
    await page.waitForLoadState('load');
    expect(await told()).toEqual(['geo-ready network']);
    expect(requestsFor('/geo', site)).toBe(1);
  });

  test('two versions are one, and one line names both', async ({ page, site, told, expectLines }) => {
    expectLines(/^warning: \[geolet\] duplicate: (\d+\.\d+\.\d+) runs, 9\.9\.9 does not/);
    const text = await widget(site.url);
    const version = /"(\d+\.\d+\.\d+)"|`(\d+\.\d+\.\d+)`/.exec(text)?.slice(1).find(Boolean) ?? '';
    site.file('/newer.js', (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(text.replaceAll(version, '9.9.9')),
    );
    await page.goto(
      site.page(content, { tag: '<script src="/geolet.js"></script><script defer src="/newer.js"></script>' }),
    );
    await expectText(page, inLyon);
    expect(await told()).toEqual(['geo-ready network']);
    expect(await page.evaluate(() => geolet?.version)).toBe(version);
    expect(requestsFor('/geo', site)).toBe(1);
  });
});

test('nothing on the page is taken for settings or for the script', async ({ page, told }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const rows = [
    [
      'an image named currentScript',
      '<img name="currentScript" src="/other/pixel.gif" data-endpoint="https://evil.example/geo" data-consent="required">',
    ],
    ['a form with the id geolet', '<form id="geolet"><input name="version" value="1"></form>'],
    ['two links with the id geolet', '<a id="geolet"></a><a id="geolet" name="version"></a>'],
    ['a frame named geolet', '<iframe name="geolet" hidden></iframe>'],
    ['a link with the id geoletConfig', '<a id="geoletConfig" href="https://evil.example/geo"></a>'],
    [
      'a form with the id geoletConfig',
      '<form id="geoletConfig"><input name="endpoint" value="https://evil.example/geo"><input name="consent" value="required"></form>',
    ],
    [
      'two links with the id geoletConfig',
      '<a id="geoletConfig"></a><a id="geoletConfig" name="endpoint" href="https://evil.example/geo"></a>',
    ],
    ['a list with the id geoletQueue', '<ul id="geoletQueue"></ul>'],
  ] as const;
  await eachRow(rows, page, async ([, html], site) => {
    asked.length = 0;
    await page.goto(site.page(`${html}${content}<script src="${site.url}/geolet.js"></script>`, { tag: '' }));
    await expectText(page, inLyon);
    expect(await told()).toEqual(['geo-ready network']);
    expect(asked.filter((url) => url.startsWith('http') && !url.startsWith(site.url))).toEqual([]);
  });
});

test('an endpoint that is no address to ask is told and not asked @rare', async ({ page, told, expectLines }) => {
  expectLines(/^warning: \[geolet\] bad-settings: endpoint: /);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const endpoints = [
    'javascript:alert(1)',
    'data:application/json,{}',
    'ftp://geo.example/geo',
    'blob:null/1',
    'file:///geo',
    'https://user:secret@geo.example/geo',
    'https://user@geo.example/geo',
    '//',
    'https://:0',
  ];
  await eachRow(
    endpoints.map((endpoint) => [endpoint, endpoint]),
    page,
    async ([, endpoint], site) => {
      asked.length = 0;
      await page.goto(
        site.page(content, { tag: `<script async src="/geolet.js" data-endpoint="${endpoint}"></script>` }),
      );
      await expect.poll(() => told()).toEqual(['geo-error bad-settings', 'geo-ready none']);
      await page.evaluate(async () => geolet?.refresh());
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expectText(page, asWritten);
      expect(asked.filter((url) => !url.startsWith(site.url) && url !== 'data:,')).toEqual([]);
      expect(requestsFor('/geo', site)).toBe(0);
    },
  );
});

test.describe('of a word that is no setting the most careful meaning holds, and it is told:', () => {
  test('consent', async ({ page, site, told, expectLines }) => {
    expectLines(/\[geolet\] bad-settings: consent: yes/);
    await page.goto(site.page(content, { tag: '<script async src="/geolet.js" data-consent="yes"></script>' }));
    await expect.poll(() => told()).toEqual(['geo-error bad-settings', 'geo-ready none']);
    expect(requestsFor('/geo', site)).toBe(0);
  });

  test('storage', async ({ page, site, told, expectLines }) => {
    expectLines(/\[geolet\] bad-settings: storage: none/);
    await page.goto(site.page(content, { tag: '<script async src="/geolet.js" data-storage="none"></script>' }));
    await expectText(page, inLyon);
    expect(await told()).toEqual(['geo-error bad-settings', 'geo-ready network']);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });
});

test('in a sandboxed frame the page is as written and told why @rare', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] network: TypeError/, /CORS policy/, /Failed to load resource/);
  site.page(content, {
    path: '/inner',
    tag: `<script>addEventListener('error', (event) => parent.postMessage('uncaught ' + event.message, '*')); for (const type of ['geo-error', 'geo-ready']) document.addEventListener(type, (event) => parent.postMessage(type + ' ' + (event.code ?? event.source), '*'))</script><script async src="/geolet.js"></script>`,
  });
  const messages: string[] = [];
  await page.exposeFunction('hear', (message: string) => messages.push(message));
  await page.goto(
    site.page(
      '<script>addEventListener(\'message\', ({ data }) => hear(data))</script><iframe sandbox="allow-scripts" src="/inner"></iframe>',
      { tag: '' },
    ),
  );
  await expect.poll(() => messages).toEqual(['geo-error network', 'geo-ready none']);
  await expect(page.frameLocator('iframe').locator('h1')).toHaveText('Hello you');
  await expect(page.frameLocator('iframe').locator('h1')).toBeVisible();
});

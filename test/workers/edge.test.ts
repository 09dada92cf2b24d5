import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import requestHeaders from '../cases/request-headers.json' with { type: 'json' };
import responseHeaders from '../cases/response-headers.json' with { type: 'json' };
import { lyon, shareEdge } from './edge.ts';
import { startWorker } from './start-worker.ts';

const edge = shareEdge();

async function body(
  html: string,
  {
    head = '',
    headers = {},
    record = lyon,
    request = {},
    lang = 'en',
  }: {
    head?: string;
    headers?: Record<string, string>;
    record?: object | null;
    request?: Record<string, string>;
    lang?: string;
  } = {},
): Promise<string> {
  const response = await edge.render(
    {
      html: `<!doctype html><html lang="${lang}"><head><title>x</title>${head}</head><body>${html}</body></html>`,
      headers,
      record,
    },
    { path: '/shoes?color=red', headers: request },
  );
  return /<body>(.*)<\/body>/s.exec(await response.text())?.[1] ?? '';
}

const was = (before: object) => `data-geolet-was="${JSON.stringify(before).replaceAll('"', '&quot;')}"`;
const shadow = (slots: string, rules = '') =>
  `<template shadowrootmode="open"><style>${rules}::slotted(geo-t){display:contents!important}</style>${slots}</template>`;
const alone = '<slot hidden></slot><slot name="else" hidden></slot><slot name="geo-part"></slot>';

describe('delivery at the edge', () => {
  /** Half a day ahead, so that the days hold for another hour whenever this runs. */
  const cutoff = `${(new Date().getUTCHours() + 12) % 24}:00`;
  const plan = `days="FR: 1-2, *: 5" timezone="UTC" work="mon-sun" cutoff="${cutoff}"`;

  it('is written where it holds for another hour, and left to the browser where it does not', async () => {
    const record = { ...lyon, timezone: 'Europe/Paris' };
    expect(await body(`<geo-delivery ${plan} template="{days} days">5 days</geo-delivery>`, { record })).toBe(
      `<geo-delivery ${plan} template="{days} days"><template shadowrootmode="open"><bdi part="value">1–2 days</bdi></template>5 days</geo-delivery>`,
    );
    const left = `<geo-delivery ${plan} template="{left}">5 days</geo-delivery>`;
    expect(await body(left, { record })).toBe(left);
  });
});

describe('bindings at the edge', () => {
  it.each([
    ['data-geo-text="Hi {city}"', 'Hi &amp; <!-- c -->you', 'Hi Lyon'],
    ['data-geo-text="Tom &amp; {city}"', '', 'Tom &amp; Lyon'],
    ['data-geo-text="Hi {postalCode|you &lt;b&gt;}"', 'x', 'Hi you &lt;b&gt;'],
    ['data-geo-currency="USD 49, EUR 45"', '$49', '€45'],
    ['data-geo-text="{country}"', 'x', 'France'],
    ['lang="de" data-geo-text="{country}"', 'x', 'Frankreich'],
    ['data-geo-text="{city}"', 'x<!-- <i data-geo-ignore> -->', 'Lyon'],
  ])('write a text: %s, %s', async (attributes, before, text) =>
    expect(await body(`<b ${attributes}>${before}</b>`)).toBe(
      `<b ${attributes}>${text}<template data-geolet-was>${before}</template></b>`,
    ),
  );

  it.each<[string, string, string, object]>([
    ['a data-geo-href="/{country:lower}/p"', ' href="/p"', ' href="https://shop.example/fr/p"', { href: '/p' }],
    ['img data-geo-alt="In {country}"', '', ' alt="In France"', { alt: null }],
    ['p data-geo-class="in-{country} {postalCode}"', ' class="a in-b"', ' class="a in-b in-fr"', { class: 'a in-b' }],
    ['p data-geo-show="country: FR"', ' hidden', '', { hidden: '' }],
    ['p data-geo-show="country: DE"', '', ' hidden="geo"', { hidden: null }],
    ['p data-geo-hide="eu"', '', ' hidden="geo"', { hidden: null }],
    ['p', ' class="geo-show-fr geo-hidden"', ' class="geo-show-fr"', { class: 'geo-show-fr geo-hidden' }],
    ['p class="geo-hide-eu"', '', ' hidden="geo"', { hidden: null }],
    ['b data-geo-show="language: en-US; referrer: search.example; query: color=red"', ' hidden', '', { hidden: '' }],
    [
      'img data-geo-src="/from/{referer}.png"',
      ' src="/a.png"',
      ' src="https://shop.example/from/https%3A%2F%2Fwww.search.example%2F%2522%253E%2Fb.png"',
      { src: '/a.png' },
    ],
  ])('write attributes: <%s%s>', async (start, before, after, is) =>
    expect(await body(`<${start}${before}>`, { request: { referer: 'https://www.search.example/">/b?q=shoes' } })).toBe(
      `<${start}${after} ${was(is)}>`,
    ),
  );

  it('write behind a comment that only looks like one that is ignored', async () =>
    expect(await body('<!-- <div data-geo-ignore> --><b data-geo-class="{city}" class="a">x</b>')).toBe(
      `<!-- <div data-geo-ignore> --><b data-geo-class="{city}" class="a lyon" ${was({ class: 'a' })}>x</b>`,
    ));

  it.each([
    ['nothing is known', '<b data-geo-text="{postalCode}">x</b><p data-geo-show="postal: 69*" hidden>x</p>'],
    ['its condition is no', '<b data-geo-text="{city}" data-geo-when="country: DE">x</b>'],
    ['it has element children', '<p data-geo-text="{city}">a <i>b</i> c<!-- d --></p>'],
    ["it is the base's price", '<b data-geo-currency="EUR 45, USD 49">€45</b>'],
    [
      'it may not be written',
      '<a data-geo-onclick="{city}" data-geo-href="javascript:{city}" data-geo-style="{city}">x</a><textarea data-geo-text="{city}">x</textarea><title data-geo-text="{city}">x</title>',
    ],
    ["a host would be data's", '<a data-geo-href="https://{city}.example/">x</a>'],
    [
      'the visitor may have typed there',
      '<input data-geo-value="{city}" value="x"><select data-geo-value="{city}"><option>x</option></select>',
    ],
    [
      'what was there could not be put back',
      '<a data-geo-href="/{city}" href="javascript:void(0)">x</a><p data-geo-title="{city}" title="&copy; x">x</p>',
    ],
    ['it is turned off', '<div data-geo-ignore><b data-geo-text="{city}">x</b><geo-if country="DE">x</geo-if></div>'],
    ['it is in a template', '<template><b data-geo-text="{city}">x</b></template>'],
    ['it has no content', '<svg><text data-geo-text="{city}"/><geo-if country="DE"/></svg><p>x</p>'],
    ['it is no HTML', '<svg><a data-geo-href="/{city}" href="/x"></a></svg>'],
    [
      'only the browser knows',
      '<b data-geo-text="{timezone}">x</b><p data-geo-show="color: dark" hidden>x</p><p data-geo-show="local-time: mon-sun 00:00-24:00" hidden>x</p><p data-geo-hide="returning">x</p><p data-geo-show="timezone: unknown" hidden>x</p>',
    ],
    ['no name is at hand in the language', '<b lang="de" data-geo-text="{continent}">x</b>'],
  ])('leave an element as written where %s', async (_, written) => expect(await body(written)).toBe(written));

  const inLyon = (was: string) => `Lyon<template data-geolet-was>${was}</template>`;

  it.each([
    ['<ul><li A>a<li A>b</ul>c', `<ul><li A>${inLyon('a')}<li A>${inLyon('b')}</ul>c`],
    ['<p A>a<p A>b<div><p A>c</div>', `<p A>${inLyon('a')}<p A>${inLyon('b')}<div><p A>${inLyon('c')}</div>`],
    ['<dl><dt A>a<dd A>b<dt>c</dl>', `<dl><dt A>${inLyon('a')}<dd A>${inLyon('b')}<dt>c</dl>`],
    [
      '<table><tr><th A>a<td A>b<tr><td A>c</table>',
      `<table><tr><th A>${inLyon('a')}<td A>${inLyon('b')}<tr><td A>${inLyon('c')}</table>`,
    ],
    ['<table><tr><td>a<tbody><tr><td A>b</table>', `<table><tr><td>a<tbody><tr><td A>${inLyon('b')}</table>`],
    ['<select><option A>a<option A>b</select>', `<select><option A>${inLyon('a')}<option A>${inLyon('b')}</select>`],
    ['<ruby>a<rt A>b<rp A>c</ruby>', `<ruby>a<rt A>${inLyon('b')}<rp A>${inLyon('c')}</ruby>`],
    ['<ul><li A>a<p>b</ul>', '<ul><li A>a<p>b</ul>'],
    ['<ul><li A>a<ul><li A>b</ul></ul>', `<ul><li A>a<ul><li A>${inLyon('b')}</ul></ul>`],
    ['<p A>a<h2 A>b</h2></p>c', `<p A>${inLyon('a')}<h2 A>${inLyon('b')}</h2></p>c`],
    ['<b><p A>a</b>b</p>', '<b><p A>a</b>b</p>'],
    // A browser passes over such an end tag while a paragraph is open.
    ['<geo-if country="DE"><p>a</geo-if><i A>b</i>', '<geo-if country="DE"><p>a</geo-if><i A>b</i>'],
    ['<span><p>a</span><p A>b', `<span><p>a</span><p A>${inLyon('b')}`],
  ])('write an element that ends without an end tag: %s', async (written, expected) => {
    const attribute = 'data-geo-text="{city}"';
    const found = await body(written.replaceAll(' A>', ` ${attribute}>`));
    expect(found).toBe(expected.replaceAll(' A>', ` ${attribute}>`));
  });

  it('write a copy of a template with its end tags, and none where what never ends would take what follows', async () => {
    const written = (content: string) => `<div><geo-if country="FR"><template>${content}</template>c</geo-if></div>`;
    expect(await body(written('<p>a<p>b'))).toContain(
      '</template><p slot="geo-part">a</p><p slot="geo-part">b</p>c</geo-if>',
    );
    for (const content of ['<b>a', '<div>a', '<b><p>a</b>b</p>', '<table>a</table>', '<a>a<a>b</a></a>'])
      expect(await body(written(content))).toBe(written(content));
  });

  it('write the last paragraph of a page that ends without an end tag', async () => {
    const page = await edge.render({ html: '<!doctype html><meta charset="utf-8"><p>x<p data-geo-text="{city}">you' });
    expect(await page.text()).toContain(`<p>x<p data-geo-text="{city}">${inLyon('you')}`);
  });

  it('end what is not to be changed, and a language, where their element ends without an end tag', async () => {
    expect(await body('<p data-geo-ignore>x<p data-geo-text="{city}">y')).toContain(inLyon('y'));
    expect(await body('<p lang="de">x<p data-geo-currency="USD 1.50, EUR 1.50">$1.50')).toContain('€1.50<template');
  });

  it.each(['', ' lang=""', ' lang="not a language"'])(
    'write a page without a usable language in the one that the visitor likes best: <html%s>',
    async (lang) => {
      const html = `<!doctype html><html${lang}><meta charset="utf-8"><p data-geo-currency="USD 1.50, EUR 1.50">$1.50</p><p lang="en" data-geo-currency="USD 1.50, EUR 1.50">$1.50</p>`;
      const page = await (await edge.render({ html }, { headers: { 'accept-language': 'en;q=0.5,de-DE' } })).text();
      expect(page).toMatch(/>1,50\s€<[^]*>€1\.50</);
    },
  );

  it("know the owner's groups, also those that only the browser can answer", async () => {
    const head = `<script type="application/json" data-geo-settings>${JSON.stringify({ groups: { home: 'FR', open: 'local-time: mon-sun 00:00-24:00' } })}</script>`;
    const open = '<p data-geo-show="group: open" hidden>y</p>';
    expect(await body(`<p data-geo-show="group: home" hidden>x</p>${open}`, { head })).toBe(
      `<p data-geo-show="group: home" ${was({ hidden: '' })}>x</p>${open}`,
    );
  });

  it('take a base address for links', async () => {
    const head = '<base target="_top"><base href="/eu/"><base href="/us/">';
    const written = await body('<a data-geo-href="{country:lower}">x</a>', { head });
    expect(written).toContain('href="https://shop.example/eu/fr"');
  });

  it('keep the mark to themselves: what a page has of it is taken off', async () => {
    expect(await body('<a data-geo-href="/x" data-geolet-was="{}">x</a><template data-geolet-was>y</template>')).toBe(
      '<a data-geo-href="/x">x</a><template>y</template>',
    );
  });
});

describe('elements at the edge', () => {
  const value = (text: string) => `<template shadowrootmode="open"><bdi part="value">${text}</bdi></template>`;
  const ownTree = '<template shadowrootmode="open"><i>own</i></template>';
  const hidden = shadow(alone, ':host{display:none!important}');

  it.each([
    ['a value', '<geo-text template="In {city}">', '', value('In Lyon'), 'you'],
    [
      'a price',
      '<geo-currency prices="USD 49, EUR 45" was="USD 59, EUR 55">',
      '',
      '<template shadowrootmode="open"><s part="was">€55</s> <bdi part="value">€45</bdi></template>',
      '$49',
    ],
    ['a value in place of the tree that the page has', '<geo-text template="{city}">', ownTree, value('Lyon'), 'you'],
    ['a value, and leave the trees inside', '<geo-text template="{city}">', '', value('Lyon'), `<x-a>${ownTree}</x-a>`],
    ['no in place of the tree that the page has', '<geo-if country="DE">', ownTree, hidden, 'A'],
    ['no', '<geo-if country="DE">', '', hidden, 'A'],
  ])('write %s', async (_, start, before, after, content) => {
    const end = `</${/[\w-]+/.exec(start)?.[0]}>`;
    expect(await body(start + before + content + end)).toBe(start + after + content + end);
  });

  it.each([
    [
      'yes',
      '<geo-if country="FR" hidden><b hidden>A</b></geo-if>',
      '<geo-if country="FR" data-geolet-hidden><b data-geolet-hidden>A</b></geo-if>',
    ],
    [
      'else',
      '<geo-if country="DE" hidden>A <b slot="else" hidden>B</b></geo-if>',
      `<geo-if country="DE" data-geolet-hidden>${shadow(alone)}A <b slot="geo-part" data-geolet-slot="else" data-geolet-hidden>B</b></geo-if>`,
    ],
    [
      'yes with a template',
      '<geo-if country="FR"><template>A <b data-geo-text="{city}">a</b></template>B</geo-if>',
      `<geo-if country="FR">${shadow(alone)}<template>A <b data-geo-text="{city}">a</b></template><geo-t slot="geo-part">A </geo-t><b data-geo-text="{city}" slot="geo-part">Lyon<template data-geolet-was>a</template></b>B</geo-if>`,
    ],
    [
      'a case',
      '<geo-switch><geo-case country="DE" hidden>A</geo-case><geo-case country="FR" hidden>B</geo-case>C</geo-switch>',
      `<geo-switch>${shadow(alone)}<geo-case country="DE" hidden>A</geo-case><geo-case country="FR" data-geolet-hidden data-geolet-slot slot="geo-part">B</geo-case>C</geo-switch>`,
    ],
    [
      'one in another',
      '<geo-if country="FR"><p><geo-if country="DE">A</geo-if><geo-text template="{city}">x</geo-text></p></geo-if>',
      `<geo-if country="FR"><p><geo-if country="DE">${hidden}A</geo-if><geo-text template="{city}">${value('Lyon')}x</geo-text></p></geo-if>`,
    ],
  ])('write %s', async (_, written, expected) => expect(await body(written)).toBe(expected));

  it.each([
    ['it is unknown', '<geo-if postal="69*" hidden>A</geo-if>'],
    ['only the browser knows', '<geo-if color="dark">A<b slot="else" hidden>B</b></geo-if>'],
    [
      "an earlier case is the browser's",
      '<geo-switch><geo-case returning hidden>A</geo-case><geo-case country="FR" hidden>B</geo-case></geo-switch>',
    ],
    ['no stands beside a template', '<geo-if country="DE"><template>A</template>B</geo-if>'],
    ['no case matches', '<geo-switch><geo-case country="DE" hidden>A</geo-case>B</geo-switch>'],
    ['it has no condition', '<geo-if>A</geo-if>'],
  ])('leave one as written where %s', async (_, written) => expect(await body(written)).toBe(written));

  it('keep everything else in them to the letter that a browser reads', async () => {
    const inner =
      '<p title=\'a "b" &amp; c\'>x<b lang="" =now>z</b><br>y<ul><li>a<li>b</ul><!-- c --><svg viewBox="0 0 1 1"><path d="M0 0"/><g/></svg><script>if (a < b && c) d("</p>")</script><style>a > b {}</style><textarea><b></textarea>&copy;</p>';
    expect(await body(`<geo-if country="FR">${inner}</geo-if>`)).toBe(
      `<geo-if country="FR">${inner
        .replace('\'a "b" &amp; c\'', '"a &quot;b&quot; &amp; c"')
        .replace('=now', '=now=""')
        .replace('<path d="M0 0"/><g/>', '<path d="M0 0"></path><g></g>')
        .replace('viewBox', 'viewbox')}</geo-if>`,
    );
  });

  it('never cost the page anything: what does not end leaves as written', async () => {
    expect(await body('<div><geo-if country="DE">A <b>b</div>tail')).toBe('<div><geo-if country="DE">A <b>b</div>tail');
    const unended = await edge.render({ html: '<body><geo-if country="DE">A <b>b' });
    expect(await unended.text()).toContain('<geo-if country="DE">A <b>b');
  });

  it.each([
    ["default-src 'self'", ''],
    ["style-src 'self' 'unsafe-inline'", '<style>'],
    ["style-src 'nonce-abc'; default-src 'none'", '<style nonce="abc">'],
    ["style-src 'unsafe-inline', style-src 'none'", ''],
    ["script-src 'none'", '<style>'],
  ])('bring a style sheet only where the policy allows it: %s', async (policy, style) => {
    expect(await body('<geo-if country="DE">A</geo-if>', { headers: { 'content-security-policy': policy } })).toContain(
      `<template shadowrootmode="open">${style}${style ? ':host' : '<slot'}`,
    );
  });
});

describe('the page at the edge', () => {
  it('has the record, a mark for the widget and attributes for style sheets, and is private', async () => {
    const response = await edge.render({
      html: '<!doctype html><html lang="en"><head></head><body><p>x</body></html>',
      headers: { etag: '"1"', 'cache-control': 'public, max-age=60', 'content-length': '60' },
    });
    expect(response.headers.get('etag')).toBeNull();
    const text = await response.text();
    expect(text).toMatch(
      /<head><script type="application\/json" data-geo-record data-geo-edge data-geo-choice-cookie="geolet_choice">\{"version":1,"time":\d+,"record":\{.*"countryCode":"FR".*\}\}<\/script><\/head>/,
    );
    expect(text).toContain(
      '<html lang="en" data-visitor-status="ready" data-visitor-country="FR" data-visitor-state="FR-ARA" data-visitor-continent="EU" data-visitor-currency="EUR" data-visitor-eu="yes" data-visitor-groups="eu eea gdpr">',
    );
  });

  const vendors = Object.entries(responseHeaders.caches);

  it.each(vendors)('has no header for caches but its own: %s', async (_, names) => {
    const html = '<html><head></head><body><p data-geo-text="{city}">x</p></body></html>';
    const headers = Object.fromEntries(names.map((name) => [name, 'public, max-age=600']));
    const own = {
      'cache-control': 'private, no-cache',
      'cdn-cache-control': 'no-store',
      'surrogate-control': 'no-store',
    };
    for (const record of [undefined, null]) {
      const response = await edge.render({ html, headers, ...(record === null && { record }) });
      const sent = [...new Set(names.map((name) => name.toLowerCase()))].filter((name) => !(name in own));
      expect(sent.filter((name) => response.headers.has(name))).toEqual([]);
      for (const [name, value] of Object.entries(own)) expect(response.headers.get(name)).toBe(value);
    }
  });

  const ofPages = Object.fromEntries(responseHeaders.pages.map((name) => [name, 'own']));

  it('keeps every other header', async () => {
    const response = await edge.render({ html: '<html><head></head><body>x', headers: ofPages });
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(responseHeaders.pages.filter((name) => !/^own(?:, |$)/.test(response.headers.get(name) ?? ''))).toEqual([]);
  });

  it.each<[Record<string, string>, string]>([
    [{ 'content-type': 'application/json' }, 'no HTML'],
    [{ 'cache-control': 'public, no-transform' }, 'not to be changed'],
    [{ 'x-accel-redirect': '/kept/page.html' }, 'replaced by a server in front'],
    [{ 'x-sendfile': '/srv/page.html' }, 'a file that a server in front sends'],
  ])('has nothing taken off where it is not written: %o, %s', async (headers, _reason) => {
    const html = '<html><head></head><body><p data-geo-text="{city}">x</p>';
    const sent = { 'x-litespeed-cache-control': 'public', 'surrogate-key': 'a', etag: '"1"', ...headers };
    const response = await edge.render({ html, headers: sent });
    expect(Object.fromEntries(response.headers)).toMatchObject(sent);
    expect(await response.text()).toBe(html);
  });

  const preloaded = '</compression-dictionary.css>; rel=preload; title="a \\", b"';

  it.each([
    ['</d>; rel="compression-dictionary"', null],
    ['</a.css>; rel=preload; as=style, </d>; rel=compression-dictionary', '</a.css>; rel=preload; as=style'],
    ['</d,e>; title="a, b"; rel="x compression-dictionary", <https://a/?a,b>; rel=x', '<https://a/?a,b>; rel=x'],
    [preloaded, preloaded],
  ])('leads to no dictionary for compression: %s', async (link, kept) => {
    const response = await edge.render({ html: '<html><head></head><body>x', headers: { link } });
    expect(response.headers.get('link')).toBe(kept);
  });

  it('is as written without a record, and private too', async () => {
    const html = '<html><head></head><body><geo-if country="DE">A</geo-if>';
    const response = await edge.render({ html, record: null });
    expect(await response.text()).toBe(html);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
  });

  it("follows what the visitor has chosen, which its server does not hear of; the record stays the lookup's", async () => {
    const choice = { fields: { countryCode: 'JP', countryName: 'Japan', currencyCode: 'JPY' }, place: true };
    const response = await edge.render(
      { html: '<html><head></head><body><b data-geo-text="{country}{city|}">x</b>' },
      { headers: { cookie: `a=1; geolet_choice=${encodeURIComponent(JSON.stringify(choice))}; b=2=3` } },
    );
    const text = await response.text();
    expect(text).toContain('>Japan<template');
    expect(text).toContain('data-visitor-status="override" data-visitor-country="JP"');
    expect(text).toContain('"city":"Lyon"');
    expect(edge.asked.at(-1)?.headers.get('cookie')).toBe('a=1; b=2=3');
  });

  it.each(['', '%', '{', 'null', '%7B%22fields%22%3A7%7D', 'x'.repeat(5000)])(
    'takes a cookie that is no choice for none: %#',
    async (value) => {
      const response = await edge.render(
        { html: '<html><head></head><body><b data-geo-text="{country}">x</b>' },
        { headers: { cookie: `geolet_choice=${value}` } },
      );
      expect(await response.text()).toContain('>France<template');
    },
  );

  it('has no body in its question: GET with one is answered 400 and not passed on', async () => {
    const { port, hostname } = await (await startWorker('pages')).ready;
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    const head = 'GET / HTTP/1.1\r\nHost: shop.example\r\nCF-Connecting-IP: 212.27.48.10\r\nContent-Length: 5';
    socket.write(`${head}\r\n\r\nhello`);
    const answer = await new Promise((resolve, reject) => socket.once('data', resolve).once('error', reject));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
  });

  it('streams, as far as nothing in it has to be whole', async () => {
    const worker = await startWorker('streaming');
    const response = await worker.dispatchFetch('https://shop.example/', {
      headers: { accept: 'text/html', 'cf-connecting-ip': '212.27.48.10' },
    });
    const [first, second] = (await response.json()) as string[];
    expect(first).toContain('<p data-geo-text="{city}">Lyon<template');
    expect(second).toContain('<p data-geo-text="{country}">France<template');
  });
});

describe("the pages' server", () => {
  const html = '<html><head></head><body>x';

  /** Those of the names that come through. */
  async function passed(names: readonly string[]): Promise<string[]> {
    await edge.render({ html }, { headers: Object.fromEntries(names.map((name) => [name.toLowerCase(), 'claimed'])) });
    const asked = edge.asked.at(-1);
    return names.filter((name) => asked?.headers.get(name) === 'claimed');
  }

  it.each(Object.entries(requestHeaders.servers))(
    'gets no header of a visitor that only servers set: %s',
    async (_, names) => expect(await passed(names)).toEqual([]),
  );

  it('gets every header that browsers, scripts and webhooks send', async () => {
    expect(await passed(requestHeaders.visitors)).toEqual(requestHeaders.visitors);
  });

  it('gets the headers that the owner lets pass, and none that the owner keeps back', async () => {
    const names = ['x-user-locale', 'x-acme-person', 'x-acme-other', 'x-user-locales'];
    expect(await passed(names)).toEqual(['x-user-locale', 'x-acme-other']);
  });
});

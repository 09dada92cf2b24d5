import { describe, expect, it } from 'vitest';
import type { Sink } from '../../../src/rules/markup/sink.ts';
import { checkUrl, encodeUrlValue } from '../../../src/rules/markup/url.ts';
import { wordsOf } from '../../support/listed.ts';

const base = 'https://shop.example/en/page';

/** Fills `{}` in as a binding does: encoded in the text, and `0` in the probe. */
function write(
  template: string,
  value = '',
  sink: Sink = 'link',
  encode = encodeUrlValue,
  at = base,
): string | undefined {
  const encoded = encode(value);
  return encoded === undefined && template.includes('{}')
    ? undefined
    : checkUrl(
        template.replaceAll('{}', () => encoded ?? ''),
        template.replaceAll('{}', '0'),
        sink,
        at,
      );
}

const schemes = [
  ...wordsOf(`
    javascript:alert(1) vbscript:msgbox(1) data:text/html,<script>alert(1)</script>
    data:text/html;base64,PHNjcmlwdD4= blob:https://shop.example/1 filesystem:https://shop.example/1
    file:///etc/passwd about:blank view-source:https://shop.example feed:javascript:alert(1)
    jar:https://evil.example!/ ws://evil.example intent://evil.example ms-word:ofe|u|x chrome://settings
  `),
  'data:image/svg+xml,<svg onload=alert(1)>',
];

/** Ways in which a scheme is written so that a careless check does not see it. */
const obfuscations: Readonly<Record<string, (url: string) => string>> = {
  'as it is': (url) => url,
  'in upper case': (url) => url.toUpperCase(),
  'in mixed case': (url) => url.replace(/[aeiou]/g, (letter) => letter.toUpperCase()),
  'behind a blank': (url) => ` ${url}`,
  'behind a control character': (url) => `\u0001${url}`,
  'behind NUL': (url) => `\0${url}`,
  'behind a tab': (url) => `\t${url}`,
  'behind a line break': (url) => `\r\n${url}`,
  'with a tab inside': (url) => `${url.slice(0, 2)}\t${url.slice(2)}`,
  'with a line feed inside': (url) => `${url.slice(0, 3)}\n${url.slice(3)}`,
  'with a carriage return before the colon': (url) => url.replace(':', '\r:'),
  'with a direction override': (url) => `\u202E${url}`,
  'with an isolate inside': (url) => `${url.slice(0, 2)}\u2066${url.slice(2)}`,
  'with a backslash': (url) => `${url}\\`,
};

/** These leave no scheme behind for any browser: what is written may only be a path of the page's own host. */
const harmless: Readonly<Record<string, (url: string) => string>> = {
  'percent-encoded': (url) => url.replace(':', '%3A'),
  'as an entity': (url) => url.replace(':', '&colon;'),
  'as an escape': (url) => url.replace(/^./, '\u{FF4A}'),
  'behind a no-break space': (url) => `\u00A0${url}`,
  'behind a byte order mark': (url) => `\uFEFF${url}`,
  'with a zero-width space': (url) => `${url.slice(0, 2)}\u200B${url.slice(2)}`,
  'in full-width letters': (url) =>
    url.replace(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
  'with a full-width colon': (url) => url.replace(':', '：'),
  'behind a line separator': (url) => `\u2028${url}`,
};

describe('a scheme that runs or reads', () => {
  for (const [how, obfuscate] of Object.entries(obfuscations)) {
    it.each(schemes)(`is refused ${how}: %s`, (url) => {
      for (const sink of ['link', 'media'] as const) {
        expect(write(obfuscate(url), '', sink)).toBeUndefined();
        expect(write('{}', obfuscate(url), sink, (value) => value)).toBeUndefined();
      }
      expect(write(`${obfuscate(url)} 2x`, '', 'srcset') ?? base).toMatch(/^https:\/\/shop\.example\//);
    });
  }

  for (const [how, obfuscate] of Object.entries(harmless)) {
    it.each(schemes)(`is a path of the page's own host, or refused, ${how}: %s`, (url) => {
      for (const sink of ['link', 'media'] as const)
        expect(write(obfuscate(url), '', sink) ?? base).toMatch(/^https:\/\/shop\.example\//);
    });
  }

  it.each(schemes)('is one path segment once a value is encoded: %s', (url) => {
    expect(new URL(write('/store/{}', url) ?? '').pathname.split('/')).toHaveLength(3);
  });
});

describe('a value', () => {
  it.each([
    ['//{}/x', 'evil.example'],
    ['https://{}', 'evil.example'],
    ['https://{}.shop.example', 'evil'],
    ['https://{}.shop.example', 'evil.com/#'],
    ['https://shop.example{}', '.evil.example'],
    ['https://shop.example{}', '@evil.example'],
    ['https://{}@shop.example/', 'user'],
    ['https://shop.example:{}/', '444'],
    ['{}://shop.example/', 'http'],
    ['{}:alert(1)', 'javascript'],
    ['java{}:alert(1)', 'script'],
    ['htt{}s://shop.example', 'p'],
    ['/{}/evil.example', ''],
  ])('does not reach scheme or host: %s with %s', (template, value) => {
    expect(write(template, value)).toBeUndefined();
    expect(write(template, value, 'link', (plain) => plain || undefined)).toBeUndefined();
  });

  it.each(['.', '..', '...', '', '\uD800', '\uDFFFx', 'a\uD83D'])(
    '%j is refused: encoding does not make it a segment',
    (value) => expect(encodeUrlValue(value)).toBeUndefined(),
  );

  it.each([...wordsOf('%2e%2e ../ ..%2f / ? # & @ : % < " ; + a/../../b ．．'), '\\', ' ', '\n', '\0', '\u202E'])(
    '%j stays inside its segment',
    (value) => {
      const written = write('/store/{}/shoes', value);
      if (written !== undefined) expect(new URL(written).pathname).toMatch(/^\/store\/[^/]+\/shoes$/);
    },
  );
});

describe('an owner’s URL', () => {
  it.each([
    ...wordsOf(`
      https://user@shop.example/ https://user:secret@shop.example/ https:// https://[ http://% sms:1
      ftp://shop.example/ foo:bar xhttps://shop.example/ httpsx://shop.example/ xmailto:a@b telx:1
    `),
    '',
    ' /x',
    '/x ',
    '/x\u0000',
    '/a\\b',
    '\\\\evil.example',
    '/\\evil.example',
    'https:\\\\evil.example',
    '/x\u202Etxt.exe',
    '/x\u2069',
    `/${'x'.repeat(2048)}`,
    'mailto\n:a@b',
    'tel\t:1',
    '/a\tb',
    '/a\nb',
    'https://a b/',
  ])('%j is refused', (url) => expect(write(url)).toBeUndefined());

  it.each([
    ['/store/{}', 'de', 'https://shop.example/store/de'],
    ['/store/{}', 'São Paulo', 'https://shop.example/store/S%C3%A3o%20Paulo'],
    ['/store/{}', 'a/b', 'https://shop.example/store/a%2Fb'],
    ['store/{}', 'de', 'https://shop.example/en/store/de'],
    ['./{}', 'de', 'https://shop.example/en/de'],
    ['../{}', 'de', 'https://shop.example/de'],
    ['{}', 'de', 'https://shop.example/en/de'],
    ['{}/x', 'de', 'https://shop.example/en/de/x'],
    ['{}.html', 'de', 'https://shop.example/en/de.html'],
    ['?country={}', 'DE', 'https://shop.example/en/page?country=DE'],
    ['?city={}', 'a&b=c#d', 'https://shop.example/en/page?city=a%26b%3Dc%23d'],
    ['#{}', 'de', 'https://shop.example/en/page#de'],
    ['#at-{}', 'de', 'https://shop.example/en/page#at-de'],
    ['/', '', 'https://shop.example/'],
    ['https://other.example/{}', 'de', 'https://other.example/de'],
    ['https://other.example:8443/{}?a=1#b', 'de', 'https://other.example:8443/de?a=1#b'],
    ['https://OTHER.example/{}', 'de', 'https://other.example/de'],
    ['https://bücher.example/{}', 'de', 'https://xn--bcher-kva.example/de'],
    ['http://other.example/{}', 'de', 'http://other.example/de'],
    ['//cdn.example/{}', 'de', 'https://cdn.example/de'],
    ['https://other.example/a@b/{}', 'de', 'https://other.example/a@b/de'],
    ['https://other.example/a:b/{}', 'de', 'https://other.example/a:b/de'],
    ['/a:b/{}', 'de', 'https://shop.example/a:b/de'],
    ['/redirect?to=https://x.example/{}', 'de', 'https://shop.example/redirect?to=https://x.example/de'],
    ['/x?javascript:{}', 'a', 'https://shop.example/x?javascript:a'],
    ['mailto:{}@shop.example', 'sales', 'mailto:sales@shop.example'],
    ['mailto:hello@shop.example?subject={}', 'a b', 'mailto:hello@shop.example?subject=a%20b'],
    ['tel:+33{}', '123', 'tel:+33123'],
    ['tel:+33-1', '', 'tel:+33-1'],
    ['/a/./b/../{}', 'c', 'https://shop.example/a/c'],
    ['/a b/{}', 'c', 'https://shop.example/a%20b/c'],
    [`/${'x'.repeat(2047)}`, '', `https://shop.example/${'x'.repeat(2047)}`],
    ['/%7Euser/{}', 'c', 'https://shop.example/%7Euser/c'],
    ['/ü/{}', 'ß', 'https://shop.example/%C3%BC/%C3%9F'],
  ])('%s with %s is %s', (template, value, expected) => expect(write(template, value)).toBe(expected));
});

describe('a medium', () => {
  it.each([
    ['/flags/{}.svg', 'de', 'https://shop.example/flags/de.svg'],
    ['https://cdn.example/{}.webp', 'de', 'https://cdn.example/de.webp'],
  ])('%s with %s is %s', (template, value, expected) => expect(write(template, value, 'media')).toBe(expected));

  it.each(
    wordsOf('mailto:a@b.example tel:1 http://cdn.example/x.png xhttps://cdn.example/x.png httpsx://cdn.example/x.png'),
  )('%s is refused on a secure page', (url) => expect(write(url, '', 'media')).toBeUndefined());

  it('comes over plain http to a page that does', () => {
    expect(write('/{}.png', 'de', 'media', encodeUrlValue, 'http://localhost/')).toBe('http://localhost/de.png');
  });

  it.each(
    wordsOf(
      'xhttp://localhost/x.png httpx://localhost/x.png xhttps://localhost/x.png mailto:a@b.example file:///x.png',
    ),
  )('%s is refused on a page that came over plain http', (url) => {
    expect(write(url, '', 'media', encodeUrlValue, 'http://localhost/')).toBeUndefined();
  });
});

describe('a srcset', () => {
  it.each([
    ['/{}.png', 'https://shop.example/de.png'],
    ['/{}.png 2x', 'https://shop.example/de.png 2x'],
    ['/{}-1.png 1x, /{}-2.png 2x', 'https://shop.example/de-1.png 1x, https://shop.example/de-2.png 2x'],
    ['/{}.png 640w,\n  /{}-big.png 1280w', 'https://shop.example/de.png 640w, https://shop.example/de-big.png 1280w'],
    ['/{}.png 1x, https://cdn.example/{}.png 2x', 'https://shop.example/de.png 1x, https://cdn.example/de.png 2x'],
    ['https://cdn.example/{}.png  2x\n', 'https://cdn.example/de.png  2x'],
    ['/{},a.png 1.5x', 'https://shop.example/de,a.png 1.5x'],
  ])('%j is %s', (template, expected) => expect(write(template, 'de', 'srcset')).toBe(expected));

  it.each([
    '',
    '/a.png, javascript:alert(1) 2x',
    '/a.png 2x, ',
    '/a.png 2x 3x',
    '/a.png 2xx',
    '/a.png 1x, https://{}.evil.example/ 2x',
    '/a.png url(x)',
    'data:image/svg+xml,x 1x',
  ])('%j is refused whole', (template) => expect(write(template, 'de', 'srcset')).toBeUndefined());
});

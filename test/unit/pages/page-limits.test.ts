import { describe, expect, it } from 'vitest';
import { createPageRenderer } from '../../../src/pages/front/personalize-page.ts';
import { createPageReport } from '../../../src/pages/front/page-report.ts';
import { pageLimits } from '../../../src/pages/stream/page-limits.ts';

const record = { countryCode: 'FR', countryName: 'France', city: 'Lyon', currencyCode: 'EUR', isEU: true };

const request = new Request('https://shop.example/shoes', { headers: { 'accept-language': 'en' } });

interface Written {
  readonly text: string;
  readonly log: readonly string[];
}

/** Writes pages for a visitor from France, one after another by the same server. */
async function writeAll(pages: readonly string[], size = Infinity): Promise<Written> {
  const log: string[] = [];
  const renderer = createPageRenderer(
    { markup: true, choiceCookie: undefined, choiceParameter: 'geo-choice' },
    createPageReport((line, level) => void log.push(`${level} ${line}`)),
  );
  const texts: string[] = [];
  for (const html of pages) {
    const source = new TextEncoder().encode(html);
    let at = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (at < source.length) controller.enqueue(source.slice(at, (at += size)));
        else controller.close();
      },
    });
    const page = new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } });
    texts.push((await renderer?.render(page, request, record).text()) ?? '');
  }
  return { text: texts.join(''), log };
}

const write = (html: string, size?: number): Promise<Written> => writeAll([html], size);

const around = '<p data-geo-text="{city}">x</p>';
const writtenAround = '<p data-geo-text="{city}">Lyon<template data-geolet-was>x</template></p>';

const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

const hidden = '<geo-if country="DE" hidden>Germany</geo-if><p data-geo-show="country: DE" hidden>Germany</p>';
const attributes = (count: number): string => times(count, (index) => ` a${index}`);
const nested = (levels: number, tag = 'b'): string => `<${tag}>`.repeat(levels) + `</${tag}>`.repeat(levels);
const mebibyte = 1_048_576;
const long = 'x'.repeat(mebibyte);
const condition = '<geo-if country="FR" hidden>';
const hiding = '<p data-geo-hide="country: FR"';

/** Elements that take too much: by the limit that they pass. */
const tooMuch: ReadonlyArray<readonly [name: string, element: string, says: string]> = [
  ['513 levels', `${condition}${nested(512)}${hidden}</geo-if>`, '<geo-if> has more than 512 levels'],
  ['60,000 open elements', `${condition}${'<i>'.repeat(60_000)}${hidden}</geo-if>`, '512 levels'],
  ['513 levels of conditions', `${condition.repeat(513)}${hidden}${'</geo-if>'.repeat(513)}`, '512 levels'],
  ['513 levels in a bound text', `<p data-geo-text="{city}">${nested(512)}</p>`, '<p> has more than 512 levels'],
  ['1,001 attributes', `${hiding}${attributes(1_000)}>x${hidden}</p>`, '<p> has more than 1000 attributes'],
  ['1,001 attributes of one name', `${hiding}${' a'.repeat(1_000)}>x</p>`, '1000 attributes'],
  [
    '1,001 attributes in a condition',
    `${condition}<b${attributes(1_001)}>x</b></geo-if>`,
    '<geo-if> has more than 1000',
  ],
  [
    '1,001 attributes on a switch',
    `<geo-switch${attributes(1_001)}><geo-case country="FR" hidden>x</geo-case>y</geo-switch>`,
    '1000 attributes',
  ],
  ['1,001 attributes on a template', `<template${attributes(1_001)}>${around}</template>`, '1000 attributes'],
  ['more than 1 MiB', `<geo-if country="DE">${long}${hidden}</geo-if>`, '<geo-if> is longer than 1 MiB'],
  ['a tag of more than 1 MiB', `${hiding} title="${long}">x${hidden}</p>`, '<p> is longer than 1 MiB'],
  [
    'a tag of more than 1 MiB in a condition',
    `${condition}<p title="${long}">x</p></geo-if>`,
    '<geo-if> is longer than',
  ],
  [
    'templates in templates',
    `<geo-if country="FR" hidden>${`<template><geo-if country="FR">${'x'.repeat(1_000)}`.repeat(100)}${'</geo-if></template>'.repeat(100)}</geo-if>`.repeat(
      3,
    ),
    'longer than 4 times',
  ],
];

describe('an element that takes too much', () => {
  it.each(tooMuch)('passes as written, and the rest of the page is written: %s', async (_, element, says) => {
    const { text, log } = await write(around + element + around);
    expect(text === writtenAround + element + writtenAround).toBe(true);
    expect(log).toEqual([expect.stringContaining(says)]);
    expect(log[0]).toMatch(/^warn \/shoes: /);
  });

  it.each(tooMuch)('is the same in whatever pieces it comes: %s', async (_, element) => {
    const html = around + element + around;
    const { text } = await write(html);
    for (const size of [997, 65_536]) expect((await write(html, size)).text === text).toBe(true);
  });

  it.each([
    ['512 levels', `<geo-if country="DE">${nested(511)}</geo-if>`],
    ['1,000 attributes', `<p data-geo-hide="country: FR"${attributes(999)}>x</p>`],
    ['1 MiB', `<geo-if country="DE">${'x'.repeat(mebibyte - 100)}</geo-if>`],
  ])('is not one at the limit itself: %s', async (_, element) => {
    const { text, log } = await write(element);
    expect(text).toContain(element.startsWith('<p') ? 'hidden="geo"' : '<template shadowrootmode="open">');
    expect(log).toEqual([]);
  });

  it('is told once for each page and limit, however often the page is asked for', async () => {
    const [, page = '', says = ''] = tooMuch[0] ?? [];
    const { log } = await writeAll([page + page, page]);
    expect(log).toEqual([expect.stringContaining(says)]);
  });
});

describe('a page', () => {
  const link = '<a data-geo-href="{country:lower}" href="x">x</a>';

  it.each([
    ['a long base and many links', `<base href="/${'b'.repeat(300_000)}/">${link.repeat(5_000)}`],
    ['a base of 2,000 characters and many links', `<base href="/${'b'.repeat(2_000)}/">${link.repeat(4_000)}`],
    ['many documents in one', '<html>'.repeat(50_000)],
    ['templates in templates', `<geo-if country="FR"><template>`.repeat(200).repeat(20)],
    [
      'many templates in templates',
      `${'<geo-if country="FR"><template>x'.repeat(100)}${'</template></geo-if>'.repeat(100)}`.repeat(50),
    ],
    ['values of many placeholders', `<p data-geo-text="${'{countryName}'.repeat(2_000)}">x</p>`.repeat(20)],
    ['quotes that are put back', `<p data-geo-title="{city}" title='${'"'.repeat(300)}'>x</p>`.repeat(2_000)],
    ['prices', '<geo-currency prices="USD 1, EUR 2">1</geo-currency>'.repeat(20_000)],
    ['shadow trees of conditions', '<geo-if country="DE"></geo-if>'.repeat(20_000)],
  ])('becomes at most four times as long, and 1 MiB: %s', async (_, html) => {
    const { text } = await write(html);
    const { outputTimes, outputBytes } = pageLimits;
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(outputTimes * Buffer.byteLength(html) + outputBytes);
  });

  it('keeps its links as written under a base that is too long, and says so', async () => {
    const base = `<base href="/${'b'.repeat(3_000)}/">`;
    const { text, log } = await write(`${base}${link}<a data-geo-title="{city}">x</a>${around}`);
    expect(text).toContain(link);
    expect(text).toContain('<a data-geo-title="{city}" title="Lyon"');
    expect(text.endsWith(writtenAround)).toBe(true);
    expect(log).toEqual([expect.stringContaining('The base of the page')]);
  });

  it('gets no style sheets from more policies than are read, and is written', async () => {
    const policy = `<meta http-equiv="Content-Security-Policy" content="style-src 'nonce-a'">`;
    const page = (policies: number): string => `${policy.repeat(policies)}<geo-if country="DE">x</geo-if>`;
    const few = await write(page(16));
    expect(few.text).toContain('<style nonce="a">');
    expect(few.log).toEqual([]);
    const many = await write(page(17));
    expect(many.text).toContain('<template shadowrootmode="open"><slot hidden></slot>');
    expect(many.text).not.toContain('<style');
    expect(many.log).toEqual([expect.stringContaining('16 Content Security Policies')]);
  });

  it('leaves groups unknown that stand in settings of more than 1 MiB', async () => {
    const settings = (groups: string): string =>
      `<script type="application/json" data-geo-settings>{"groups":{${groups}}}</script>`;
    const shown = '<p data-geo-hide="group: home">x</p>';
    expect((await write(settings('"home":"FR"') + shown)).text).toContain('hidden="geo"');
    const { text, log } = await write(settings(`"home":"FR${' DE'.repeat(400_000)}"`) + shown);
    expect(text.endsWith(shown)).toBe(true);
    expect(log).toEqual([expect.stringContaining('settings of the page')]);
  });

  it('knows the answer of each group, whatever the visitor is to it', async () => {
    const groups = '{"yes":"FR","no":"DE","city":"city: Lyon","none":"postal: 1","browser":"color: dark"}';
    const shown = (name: string): string => `<i data-geo-hide="group: ${name}">x</i>`;
    const { text } = await write(
      `<script type="application/json" data-geo-settings>{"groups":${groups}}</script>${['yes', 'no', 'city', 'none', 'browser'].map(shown).join('')}`,
    );
    const hiddenNames = [...text.matchAll(/group: (\w+)" hidden/g)].map(([, name]) => name);
    expect(hiddenNames).toEqual(['yes', 'city']);
  });

  it('holds back no comment: what it is in leaves while it goes on', async () => {
    const html = `${around}<!--${'x'.repeat(3 * mebibyte)}-->${around}`;
    expect((await write(html)).text).toBe(html.replaceAll(around, writtenAround));
  });

  const open = ['<', '</', '<p title="', '<!--', '<![CDATA[', '<script>', '<textarea>', '<noscript>'];
  it.each([...open, '<geo-if country="DE"><!--'])('loses no byte of what never ends: %s', async (beginning) => {
    const html = `${around}${beginning}${'a'.repeat(2 * mebibyte)}`;
    expect((await write(html, 65_536)).text).toBe(html.replace(around, writtenAround));
  });
});

it('other requests get their turn after every 64 KiB of a page', async () => {
  let turns = 0;
  let isWriting = true;
  const count = (): void => {
    turns++;
    if (isWriting) setImmediate(count);
  };
  setImmediate(count);
  await write('<p class="a">text</p>'.repeat(50_000));
  isWriting = false;
  expect(turns).toBeGreaterThanOrEqual(Math.floor((50_000 * 21) / pageLimits.pieceBytes));
});

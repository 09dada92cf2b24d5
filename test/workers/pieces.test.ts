import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workerd } from './packages.ts';
import { startWorker } from './start-worker.ts';

interface Pieces {
  readonly html: string;
  /** Bytes of each piece in which the pages' server sends the page. */
  readonly size: number;
  readonly breaksOff?: boolean;
}

/** For hundreds of pages in pieces of a few bytes, on a busy machine. */
const patienceMs = 120_000;

let worker: Workerd;
beforeAll(async () => {
  worker = await startWorker('pieces', {}, () => {});
});
afterAll(() => worker.dispose());

/** Pages as they leave the Worker, without the record in their head; null for one that broke off. */
async function textsOf(pages: readonly Pieces[]): Promise<readonly (string | null)[]> {
  const response = await worker.dispatchFetch('https://shop.example/', { method: 'POST', body: JSON.stringify(pages) });
  const texts = (await response.json()) as (string | null)[];
  return texts.map(
    (text) => text?.replace(/<script type="application\/json" data-geo-record.*?<\/script>/s, '') ?? null,
  );
}

const rawTexts = ['style', 'title', 'noscript', 'iframe', 'xmp', 'noembed', 'noframes', 'plaintext'];

/** What the rewriter of workerd gives up at. */
const unreadable = [
  ...rawTexts.map((tag) => `<select><${tag}>a</${tag}><option>b</select>`),
  ...rawTexts.map((tag) => `<select><option>a<template><${tag}>b</${tag}></template></select>`),
  ...['script', 'textarea'].map((tag) => `<select><template><${tag}></${tag}></template></select><b>b</b>`),
  ...['title', 'style', 'textarea', 'script', 'iframe'].map((tag) => `<frameset><${tag}>a</${tag}></frameset>`),
  '<select><button><selectedcontent></selectedcontent></button><option><svg><title>a</title><path d=""/></svg> b</option></select>',
  '<SELECT\n><!-- </select> --><option title="</select>"><STYLE>a</STYLE></select>',
  '<select><script>"</select>"</script><style>a</style></select>',
];

const readable = [
  '<select><option>a</select><style>b</style>',
  '<!-- <select> --><style>a</style>',
  '<script>"<select>"</script><title>a</title>',
  '<select><script>a</script></select>',
];

const bound = '<p data-geo-text="{city}">x</p>';
const isWritten = /<p data-geo-text="\{city\}">Lyon<template/g;

describe('a page that the rewriter cannot read to its end', () => {
  it.each(unreadable)('arrives whole, written up to there: %s', async (markup) => {
    const html = `<head></head>${bound}<b>é</b>${markup}<p>é €</p>${bound}`;
    const [text] = await textsOf([{ html, size: 10_000 }]);
    expect(text?.match(isWritten)).toHaveLength(1);
    expect(text).toContain(`<b>é</b>${markup}<p>é €</p>${bound}`);
    expect(text?.endsWith(bound)).toBe(true);
  });

  it(
    'loses and doubles no byte, in whatever pieces it comes',
    async () => {
      const pages = unreadable.flatMap((markup) => {
        const html = `<head></head><i>é €</i>${markup}<p>é €</p>${'<select><style></style></select>'.repeat(3)}<u>end`;
        return Array.from({ length: 24 }, (_, index) => ({ html, size: index + 1 }));
      });
      expect(await textsOf(pages)).toEqual(pages.map(({ html }) => html));
    },
    patienceMs,
  );

  it(
    'is cut at every byte without losing one',
    async () => {
      const html =
        '<head></head><i>é</i><select><!-- x --><option a="<b>"><style>a</style></select><textarea><p></textarea>é<u>end';
      const pages = Array.from({ length: new TextEncoder().encode(html).length }, (_, index) => ({
        html,
        size: index + 1,
      }));
      expect(await textsOf(pages)).toEqual(pages.map(() => html));
    },
    patienceMs,
  );

  it('gives a held element back as written', async () => {
    const pages = [
      '<head></head><geo-if country="DE"><b>A</b><select><style>a</style></select></geo-if><p>end',
      '<head></head><geo-if country="DE"><b>é</b><select><option>éé€\u{1f600}</option><style>a</style></select></geo-if><p>end',
      '<head></head><p data-geo-text="{city}">A<select><option>éé€</option><style>a</style></select>x</p><p>end',
    ].flatMap((html) => Array.from({ length: 70 }, (_, index) => ({ html, size: index + 1 })));
    expect(await textsOf(pages)).toEqual(pages.map(({ html }) => html));
  });
});

it.each(readable)('a page that only looks so is written to its end: %s', async (markup) => {
  const [text] = await textsOf([{ html: `<head></head>${bound}${markup}${bound}`, size: 5 }]);
  expect(text?.match(isWritten)).toHaveLength(2);
  expect(text).toContain(markup);
});

it('a page that breaks off on its way breaks off for its visitor, too', async () => {
  expect(
    await textsOf([
      { html: `<head></head>${bound}`, size: 5, breaksOff: true },
      { html: `<head></head>${bound}`, size: 5 },
    ]),
  ).toEqual([null, expect.stringMatching(isWritten)]);
});

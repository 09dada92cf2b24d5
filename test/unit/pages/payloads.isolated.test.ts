import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { beforeAll, expect, it, vi } from 'vitest';
import { payloads, sinksFor, textFields, wholeSinks } from '../../browser/security/sinks.ts';
import { shareEdge } from '../../workers/edge.ts';

/** Pages of the Node program, read as the standard reads them: the browsers' own look is in `test/workers`. */
vi.mock('../../workers/start-worker.ts', () => import('./node-worker.ts'));

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

const site = 'https://shop.example';
const sinks = [...wholeSinks, ...sinksFor('city', true), ...sinksFor('ip', false)].join('');

const edge = shareEdge();
let honest: readonly Element[];
beforeAll(async () => {
  honest = await elementsWith('Lyon');
});

function elementsIn(node: Node): Element[] {
  const own = 'tagName' in node ? [node] : [];
  const content = 'content' in node ? [node.content] : [];
  return [...own, ...[...('childNodes' in node ? node.childNodes : []), ...content].flatMap(elementsIn)];
}

async function elementsWith(text: string): Promise<readonly Element[]> {
  const record = { ...Object.fromEntries(textFields.map((name) => [name, text])), countryCode: 'FR' };
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body><main>${sinks}</main></body></html>`;
  return elementsIn(parse(await (await edge.render({ html, record }, { site })).text()));
}

/** Elements in their order, with the names of what they have. Which of them a value is written into is up to the value. */
const shapeOf = (elements: readonly Element[]): readonly string[] =>
  elements
    .filter(({ tagName, attrs }) => !(tagName === 'bdi' && attrs.some(({ name }) => name === 'part')))
    .flatMap(({ tagName }) => (tagName === 'template' ? [] : [tagName]));

const loading = /^(?:href|src|cite|poster)$/;
const forbidden =
  /^(?:on|srcdoc|formaction|xlink:href|target|action|http-equiv|content$|ping|rel|background|data$|style|id$|name$)/;

function wrongIn({ tagName, attrs }: Element): readonly string[] {
  return attrs.flatMap(({ name, value }) => {
    const leaves = urlsIn(name, value).filter((url) => !isOwn(url));
    const isSlotsName = tagName === 'slot' && name === 'name';
    return (forbidden.test(name) && !isSlotsName) || leaves.length > 0 ? [`<${tagName} ${name}="${value}">`] : [];
  });
}

function urlsIn(name: string, value: string): readonly string[] {
  if (name === 'srcset') return value.split(/,\s+/).map((one) => one.split(/\s/)[0] ?? '');
  return loading.test(name) ? [value] : [];
}

function isOwn(text: string): boolean {
  if (!URL.canParse(text, site) || /[\p{Cc}\\\u202A-\u202E\u2066-\u2069]/u.test(text)) return false;
  const url = new URL(text, site);
  return url.protocol === 'mailto:' || url.origin === site;
}

it('a page that Node writes has many sinks, which an honest value is written into', async () => {
  const values = honest.flatMap(({ attrs }) =>
    attrs.filter(({ name, value }) => !/^data-|^template$/.test(name) && value.includes('Lyon')),
  );
  expect(values.length).toBeGreaterThan(40);
  expect(honest.flatMap(wrongIn)).toEqual([]);
});

it.each(payloads)('nothing out of a record gets past its sink in a page of Node: $kind, $text', async ({ text }) => {
  const elements = await elementsWith(text);
  expect(elements.flatMap(wrongIn)).toEqual([]);
  expect(shapeOf(elements)).toEqual(shapeOf(honest));
});

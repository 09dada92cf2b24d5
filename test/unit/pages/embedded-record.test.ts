import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { embeddedRecord } from '../../../src/pages/front/embedded-record.ts';
import { payloads } from '../../browser/security/sinks.ts';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

function elementsIn(node: Node): Element[] {
  const own = 'tagName' in node ? [node] : [];
  return [...own, ...('childNodes' in node ? node.childNodes : []).flatMap(elementsIn)];
}

const textOf = (element: Element): string =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');

/** What the standard's own algorithm makes of a page with this value in its record. */
function pageWith(value: string) {
  const record = { city: value };
  const block = embeddedRecord(JSON.stringify(record), 1, ' data-geo-edge');
  const elements = elementsIn(parse(`<!doctype html><head>${block}<script>own()</script></head><body><p>x</p></body>`));
  const [data] = elements.filter(({ tagName }) => tagName === 'script');
  return {
    block,
    names: elements.map(({ tagName }) => tagName),
    record: data && (JSON.parse(textOf(data)) as unknown),
  };
}

/** Ways to end the block, to start another one, and to swallow the page behind it. */
const scripts = ['</script>', '</SCRIPT ', '<!--<script ', '<!--<script>', '<!-- <script', '<!--', '-->', '<script'];
const breaking = [...scripts, ']]>', '&lt;/script&gt;', '\u2028\u2029', '\u0000', '\uD83D', '日本', 'é'];

describe('a record in a page', () => {
  it.each([...breaking, ...payloads.map(({ text }) => text)])(
    'is data to its last letter, and the page goes on: %j',
    (value) => {
      const { names, record, block } = pageWith(value);
      expect(names).toEqual(['html', 'head', 'script', 'script', 'body', 'p']);
      expect(record).toEqual({ version: 1, time: 1, record: { city: value } });
      expect(
        block.slice('<script type="application/json" data-geo-record data-geo-edge>'.length, -'</script>'.length),
      ).toMatch(/^[^<>&\u0080-\uffff]*$/);
    },
  );

  it('has its marks, and none by itself', () => {
    expect(embeddedRecord('{}', 7)).toBe(
      '<script type="application/json" data-geo-record>{"version":1,"time":7,"record":{}}</script>',
    );
    expect(pageWith('x').block).toMatch(/^<script type="application\/json" data-geo-record data-geo-edge>/);
  });
});

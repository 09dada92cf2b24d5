import { finds } from '../../../src/rules/page-rules/match.ts';
import { parseSelector } from '../../../src/rules/page-rules/selector.ts';
import type { AttributeReader } from '../../../src/rules/markup/reader.ts';
import { expect, test } from '../support/test.ts';

interface Node {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: Node | undefined;
}

const reader: AttributeReader<Node> = {
  tag: ({ tag }) => tag,
  isHtml: () => true,
  attributeNames: ({ attributes }) => Object.keys(attributes),
  attribute: ({ attributes }, name) => attributes[name] ?? null,
  typeOfInput: () => 'text',
};

/** The same numbers each time. https://en.wikipedia.org/wiki/Linear_congruential_generator */
function createRandom(seed: number) {
  let state = seed;
  const below = (count: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * count);
  };
  return { below, one: <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value };
}

const { below, one } = createRandom(29);
const tags = ['div', 'p', 'a', 'span', 'h1'];
const classes = ['a', 'b', 'big', 'css-1x', 'Big'];
const attributeNames = ['data-a', 'href', 'lang', 'rel', 'type', 'title'];
const values = ['one', 'one two', 'en', 'en-GB', '/shop', 'EN', '', 'a"b', 'two'];
const several = <Value>(make: () => Value, most: number) => Array.from({ length: below(most + 1) }, make);

function randomNode(parent: Node | undefined): Node {
  const attributes: Record<string, string> = {};
  if (below(4) === 0) attributes['id'] = one(['one', 'two', 'One']);
  if (below(2) === 0) attributes['class'] = several(() => one(classes), 3).join(one([' ', '  ', '\n']));
  for (const name of several(() => one(attributeNames), 2)) attributes[name] = one(values);
  return { tag: one(tags), attributes, parent };
}

function randomSimple(): string {
  const name = one(attributeNames);
  const quote = (text: string) => (text.includes('"') ? `'${text}'` : `"${text}"`);
  const kinds = [
    () => `.${one(classes)}`,
    () => `#${one(['one', 'two'])}`,
    () => `[${one([name, name.toUpperCase()])}]`,
    () => `[${name}${one(['=', '~=', '|=', '^=', '$=', '*='])}${quote(one(values))}]`,
  ];
  return one(kinds)();
}

function randomCompound(): string {
  const first = one(['', '', '*', ...tags, 'DIV']);
  const rest = several(() => (below(4) === 0 ? `:not(${one([randomSimple(), one(tags)])})` : randomSimple()), 2);
  return first + rest.join('') || '*';
}

const randomSelector = () =>
  Array.from({ length: 1 + below(2) }, () =>
    Array.from({ length: 1 + below(4) }, randomCompound).reduce((left, right) => left + one([' ', '>', ' > ']) + right),
  ).join(one([',', ', ']));

test('our own reading of 3,000 random selectors finds what a browser finds @rare', async ({ page }) => {
  const nodes: Node[] = [];
  for (let index = 0; index < 80; index++) nodes.push(randomNode(index === 0 ? undefined : one(nodes)));
  const selectors = Array.from({ length: 3000 }, randomSelector);
  await page.goto('data:text/html,<!doctype html><html lang="en"><title>Selectors</title>');
  const native = await page.evaluate(
    ([written, texts]) => {
      const elements: Element[] = [];
      for (const { tag, attributes, parent } of written) {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        // In a fragment, so that nothing of the page is around them.
        (parent === -1 ? document.createDocumentFragment() : (elements[parent] as Element)).append(element);
        elements.push(element);
      }
      return texts.map((text) => elements.flatMap((element, index) => (element.matches(text) ? [index] : [])));
    },
    [
      nodes.map(({ tag, attributes, parent }) => ({ tag, attributes, parent: parent ? nodes.indexOf(parent) : -1 })),
      selectors,
    ] as const,
  );
  const pathOf = (node: Node): Node[] => [node, ...(node.parent ? pathOf(node.parent) : [])];
  const paths = nodes.map(pathOf);
  const own = selectors.map((text) => {
    const parsed = parseSelector(text) ?? [];
    return paths.flatMap((path, index) => (parsed.some((selector) => finds(reader, selector, path)) ? [index] : []));
  });
  const differences = selectors.flatMap((text, index) =>
    String(own[index]) === String(native[index])
      ? []
      : [`${text}: ${String(own[index])}, and the browser ${String(native[index])}`],
  );
  expect(selectors.filter((text) => !parseSelector(text))).toEqual([]);
  expect(differences).toEqual([]);
  expect(native.filter((found) => found.length > 0).length).toBeGreaterThan(500);
});

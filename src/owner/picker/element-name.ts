import { native } from '../../widget/dom/native.ts';

/** The first is what it is called. */
const names: readonly string[] = [
  'Link: a',
  'Article: article',
  'Aside: aside',
  'Page: body',
  'Button: button',
  'Box: div',
  'Figure: figure',
  'Footer: footer',
  'Form: form',
  'Header: header',
  'Picture: img picture',
  'Field: input textarea',
  'Label: label',
  'List item: li',
  'Main part: main',
  'Navigation: nav',
  'List: ol ul',
  'Paragraph: p',
  'Section: section',
  'Choice: select',
  'Words: span strong em bdi b i s del ins u small mark sub sup time',
  'Table: table',
  'Cell: td th',
  'Row: tr',
  'Video: video',
];

const kinds = new Map(
  names.flatMap((row) => {
    const [name = '', tags = ''] = row.split(': ');
    return tags.split(' ').map((tag) => [tag, name] as const);
  }),
);

const mostLetters = 40;

/** How the picker calls an element: what it is, and its first words. */
export function nameOf(element: Element): string {
  const { localName } = native(element);
  const heading = /^h([1-6])$/.exec(localName)?.[1];
  const kind = heading ? `Heading ${heading}` : (kinds.get(localName) ?? `<${localName}>`);
  const words = wordsOf(element);
  return words ? `${kind} “${words}”` : kind;
}

/** The first words in an element, or what it is called where it has none. */
function wordsOf(element: Element): string {
  const own = native(element);
  const named = own.getAttribute('alt') ?? own.getAttribute('placeholder') ?? own.getAttribute('aria-label');
  const words = firstText(element) || (named ?? '').trim();
  return words.length > mostLetters ? `${words.slice(0, mostLetters).trimEnd()}…` : words;
}

/** Not all of a long page's text. */
function firstText(element: Element): string {
  const walker = native(document).createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let steps = 0; steps < 200 && text.length <= mostLetters && walker.nextNode(); steps++) {
    const { currentNode } = walker;
    const holder = currentNode.parentElement?.localName ?? '';
    if (currentNode instanceof Text && !/^(script|style|template|noscript)$/.test(holder))
      text = `${text} ${currentNode.data}`.replace(/\s+/g, ' ').trimStart();
  }
  return text.trim();
}

import { Tokenizer } from 'htmlparser2';
import { endsForeignContent, isPassedOver, openBefore, textTags, voidTags } from '../pages/stream/html-elements.ts';
import type { PageReader } from '../owner/advice/page-reader.ts';
import { isConditional } from '../rules/markup/visibility.ts';

/** An element of a page, and where it stands. */
export interface PageElement {
  readonly tagName: string;
  readonly namespace: 'html' | 'foreign';
  /** By their names in lower case, decoded. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: PageElement | undefined;
  readonly content: readonly (PageElement | string)[];
  /** Where its tag begins. */
  readonly start: number;
}

/** Most elements have no attribute or little content. Without lists of their own, large pages need half the memory. */
interface OpenElement extends PageElement {
  attributes: Map<string, string>;
  readonly parent: OpenElement | undefined;
  content: (OpenElement | string)[];
}

const noAttributes: Map<string, string> = new Map();
const noContent: (OpenElement | string)[] = [];

/** What an element has more of is left out: nobody writes it by hand. */
const mostAttributes = 100;

/** A longer value is not read. */
const mostCharacters = 10_000;

/** All checks read the same page, and reading takes the longest. Only the last page is kept: its tree is large. */
let lastRead: { readonly html: string; readonly elements: readonly PageElement[] } | undefined;

/** Reads the elements of a page, each before what is in it, as a browser makes them of its tags. */
export function readElements(html: string): readonly PageElement[] {
  if (lastRead?.html !== html) lastRead = { html, elements: parseElements(html) };
  return lastRead.elements;
}

function parseElements(html: string): readonly PageElement[] {
  const elements: OpenElement[] = [];
  const open: OpenElement[] = [];
  const counts = new Map<string, number>();
  const isOpen = (tagName: string): boolean => (counts.get(tagName) ?? 0) > 0;
  const close = (): OpenElement | undefined => {
    const last = open.pop();
    if (last) counts.set(last.tagName, (counts.get(last.tagName) ?? 0) - 1);
    return last;
  };
  const addContent = (element: OpenElement | undefined, node: OpenElement | string): void => {
    if (element?.content === noContent) element.content = [node];
    else element?.content.push(node);
  };
  let tag: OpenElement | undefined;
  let name = '';
  let value = '';
  /** The element whose content is text, whatever it looks like. */
  let raw: string | undefined;
  const startTag = (isSelfClosing: boolean): void => {
    if (!tag || raw !== undefined) return;
    const { tagName, namespace } = tag;
    elements.push(tag);
    addContent(tag.parent, tag);
    const isEmpty = namespace === 'html' ? voidTags.has(tagName) : isSelfClosing;
    if (isEmpty) return;
    open.push(tag);
    counts.set(tagName, (counts.get(tagName) ?? 0) + 1);
    if (namespace === 'html' && textTags.has(tagName)) raw = tagName;
  };
  const tokenizer: Tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      isInForeignContext: () => isForeign(open.at(-1)),
      onopentagname(start, end) {
        const tagName = html.slice(start, end).toLowerCase();
        if (raw === undefined && endsForeignContent.has(tagName)) while (isForeign(open.at(-1))) close();
        const namespace = /^(svg|math)$/.test(tagName) || isForeign(open.at(-1)) ? 'foreign' : 'html';
        if (raw === undefined && namespace === 'html')
          for (const stay = openBefore(open, tagName, isOpen); open.length > stay;) close();
        tag = {
          tagName,
          namespace,
          attributes: noAttributes,
          parent: open.at(-1),
          content: noContent,
          start: start - 1,
        };
      },
      onattribname(start, end) {
        name = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        // The first of two counts.
        if (!tag || tag.attributes.size >= mostAttributes || tag.attributes.has(name)) return;
        if (tag.attributes === noAttributes) tag.attributes = new Map();
        tag.attributes.set(name, value);
      },
      onopentagend: () => startTag(false),
      onselfclosingtag: () => startTag(true),
      onclosetag(start, end) {
        const tagName = html.slice(start, end).toLowerCase();
        if (raw !== undefined && tagName !== raw) return;
        raw = undefined;
        if (!isOpen(tagName) || isPassedOver(open, tagName)) return;
        let closed = close();
        while (closed && closed.tagName !== tagName) closed = close();
      },
      ontext(start, end) {
        addContent(open.at(-1), html.slice(start, end));
      },
      ontextentity(codePoint) {
        addContent(open.at(-1), String.fromCodePoint(codePoint));
      },
      oncdata: () => {},
      oncomment: () => {},
      ondeclaration: () => {},
      onend: () => {},
      onprocessinginstruction: () => {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return elements;
}

/** Whether what is in an element is SVG or MathML. */
function isForeign(element: PageElement | undefined): boolean {
  return element?.namespace === 'foreign' && !/^(foreignobject|desc|title)$/.test(element.tagName);
}

/**
 * The elements that Geolet reads: nothing below `data-geo-ignore`, and of templates those that a conditional element
 * shows.
 */
export function readWithScripts(elements: readonly PageElement[]): readonly PageElement[] {
  const left = new Set<PageElement>();
  return elements.filter((element) => {
    const { parent, attributes } = element;
    const isOther = parent?.tagName === 'template' && !isConditional(parent.parent?.tagName ?? '');
    const isLeft = (parent !== undefined && left.has(parent)) || isOther || attributes.has('data-geo-ignore');
    if (isLeft) left.add(element);
    return !isLeft;
  });
}

/** The same without scripts, which nobody sees. */
export function readOnPage(elements: readonly PageElement[]): readonly PageElement[] {
  return readWithScripts(elements).filter(({ tagName }) => tagName !== 'script');
}

/** How many elements and texts are looked through for the text of one. */
const mostTexts = 200;

const inputTypes = new Set(
  'button checkbox color date datetime-local email file hidden image month number password radio range reset search submit tel text time url week'.split(
    ' ',
  ),
);

const isElement = (node: PageElement | string): node is PageElement => typeof node !== 'string';

function isShadowTree({ tagName, attributes }: PageElement): boolean {
  return tagName === 'template' && attributes.has('shadowrootmode');
}

export const treeReader: PageReader<PageElement> = {
  tag: ({ tagName }) => tagName,
  isHtml: ({ namespace }) => namespace === 'html',
  attributeNames: ({ attributes }) => [...attributes.keys()],
  attribute({ attributes }, name) {
    const value = attributes.get(name) ?? null;
    return value !== null && value.length > mostCharacters ? undefined : value;
  },
  typeOfInput({ attributes }) {
    const type = attributes.get('type')?.toLowerCase() ?? '';
    return inputTypes.has(type) ? type : 'text';
  },
  children: ({ content }) => content.filter(isElement),
  content: ({ content }) => content,
  hasText: ({ content }) => content.some((node) => !isElement(node) && node.trim() !== ''),
  parent: ({ parent }) => parent,
  text(element) {
    const texts: string[] = [];
    const waiting: (PageElement | string)[] = [element];
    for (let looked = 0; looked < mostTexts; looked++) {
      const next = waiting.pop();
      if (next === undefined) break;
      if (isElement(next)) waiting.push(...next.content.slice(0, mostTexts).toReversed());
      else texts.push(next.slice(0, mostCharacters));
    }
    return texts.join('');
  },
  wholeText: ({ content }) =>
    content.length > 0 && content.every((node) => typeof node === 'string') ? content.join('') : undefined,
  isLast: (element) => element.parent?.content.at(-1) === element,
  unread(element) {
    const waiting = isShadowTree(element) ? element.content.filter(isElement) : [];
    const found: PageElement[] = [];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      // Elements of ours start there by themselves.
      if (!next.tagName.startsWith('geo-')) found.push(next);
      waiting.push(...next.content.filter(isElement));
    }
    return found;
  },
  original(element, binding) {
    const isText = binding === 'text' || binding === 'currency';
    return isText ? treeReader.text(element) : treeReader.attribute(element, binding);
  },
};

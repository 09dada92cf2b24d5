import { Tokenizer } from 'htmlparser2';

/** A start tag of a page. */
export interface Tag {
  readonly name: string;
  /** Names in lower case. Of character references only `&amp;` is decoded, which is enough for URLs. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The text of a script or style element. */
  readonly content: string;
}

interface OpenTag {
  readonly name: string;
  attributes: Map<string, string>;
  content: string;
}

/** Of the many tags without one: a map for each would take most of the memory. */
const noAttributes: Map<string, string> = new Map();

const hasText = ['script', 'style'];

/** Reads the start tags of a page. */
export function tagsIn(html: string): Tag[] {
  const tags: OpenTag[] = [];
  let tag: OpenTag = { name: '', attributes: noAttributes, content: '' };
  let name = '';
  let value = '';
  const finishTag = () => tags.push(tag);
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname: (start, end) => {
        tag = { name: html.slice(start, end).toLowerCase(), attributes: noAttributes, content: '' };
      },
      onattribname: (start, end) => {
        name = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => {
        value += html.slice(start, end);
      },
      onattribend: () => {
        // The first of two counts.
        if (tag.attributes.has(name)) return;
        if (tag.attributes === noAttributes) tag.attributes = new Map();
        tag.attributes.set(name, value.replaceAll('&amp;', '&'));
      },
      onopentagend: finishTag,
      onselfclosingtag: finishTag,
      ontext: (start, end) => {
        if (hasText.includes(tag.name)) tag.content += html.slice(start, end);
      },
      onclosetag: () => {
        tag = { ...tag, name: '' };
      },
      isInForeignContext: () => false,
      onattribentity: () => {},
      oncdata: () => {},
      oncomment: () => {},
      ondeclaration: () => {},
      onend: () => {},
      onprocessinginstruction: () => {},
      ontextentity: () => {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return tags;
}

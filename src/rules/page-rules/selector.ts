/** One condition of a selector: `h1`, `*`, `#id`, `.class`, `[name]`, `[name^=value]`. */
export interface SimpleSelector {
  readonly kind: 'any' | 'tag' | 'id' | 'class' | 'attribute';
  /** Of a tag or an attribute in lower case. */
  readonly name: string;
  readonly operator?: string | undefined;
  readonly value?: string;
  /** Inside `:not()`. */
  readonly isNot?: boolean;
}

/** What holds for one element, and where it stands: below the one before, or as its child. */
export interface CompoundSelector {
  readonly combinator: '' | ' ' | '>';
  readonly simples: readonly SimpleSelector[];
}

/** From the ancestors down to the element itself. */
export type ComplexSelector = readonly CompoundSelector[];

export const longestSelector = 500;
const name = String.raw`-{0,2}[a-z_\u0080-\uffff][\w\u0080-\uffff-]*`;
const value = String.raw`(?:${name}|"[^"\\\n\f\r\0]*"|'[^'\\\n\f\r\0]*')`;
const simple = String.raw`\*|[#.]?${name}|\[\s*${name}\s*(?:[~|^$*]?=\s*${value}\s*)?\]`;
const token = new RegExp(String.raw`\s*[>,]\s*|\s+|:not\(\s*(?:${simple})\s*\)|${simple}`, 'giy');
/** Blanks that CSS does not know, such as one without a break: a browser reads it as a part of the name beside it. */
export const otherBlank = /[^\S \t\n\f\r]/;
export const quotedValue = /"[^"]*"|'[^']*'/g;
const attribute = new RegExp(String.raw`^\[\s*(${name})\s*(?:([~|^$*]?=)\s*(${value}))?`, 'i');

/**
 * Reads a selector of the closed list that servers and browsers understand alike: names, `*`, `#id`, `.class`, `[a]`,
 * `[a=b]` and its kinds, descendants, `>`, `:not()` of one of these, and commas.
 *
 * @returns undefined for any other.
 */
export function parseSelector(written: string): readonly ComplexSelector[] | undefined {
  const text = written.trim();
  if (text.length > longestSelector) return undefined;
  const list: CompoundSelector[][] = [[]];
  let combinator: CompoundSelector['combinator'] | undefined = '';
  let simples: SimpleSelector[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [found] = match;
    end = match.index + found.length;
    if (otherBlank.test(found.replace(quotedValue, ''))) return undefined;
    const joint = found.trim();
    if (joint === '' || joint === '>' || joint === ',') {
      if (simples.length === 0) return undefined;
      simples = [];
      combinator = joint === ',' ? '' : joint || ' ';
      if (joint === ',') list.push([]);
      continue;
    }
    const read = readSimple(joint);
    // `h1` or `*` can only come first.
    if (simples.length > 0 && !read.isNot && (read.kind === 'tag' || read.kind === 'any')) return undefined;
    if (simples.length === 0) list.at(-1)?.push({ combinator, simples });
    simples.push(read);
  }
  return end === text.length && simples.length > 0 ? list : undefined;
}

function readSimple(text: string): SimpleSelector {
  if (text.startsWith(':')) return { ...readSimple(text.slice(text.indexOf('(') + 1, -1).trim()), isNot: true };
  if (text === '*') return { kind: 'any', name: text };
  if (text.startsWith('#')) return { kind: 'id', name: text.slice(1) };
  if (text.startsWith('.')) return { kind: 'class', name: text.slice(1) };
  const [, named, operator, quoted = ''] = attribute.exec(text) ?? [];
  if (named === undefined) return { kind: 'tag', name: text.toLowerCase() };
  return { kind: 'attribute', name: named.toLowerCase(), operator, value: quoted.replace(/^(["'])([^]*)\1$/, '$2') };
}

/**
 * What an element must have that the selector finds: its id, one of its classes, an attribute, or its name; `*` if it
 * may be any. It is as rare as the selector allows.
 */
export function keyOf(selector: ComplexSelector): string {
  const simples = selector.at(-1)?.simples.filter(({ isNot }) => !isNot) ?? [];
  for (const kind of ['id', 'class', 'attribute', 'tag'] as const) {
    const found = simples.find((one) => one.kind === kind);
    if (found) return keyPrefixes[kind] + found.name;
  }
  return '*';
}

/** How keys begin: `#id`, `.class`, `[name`, `h1`. */
export const keyPrefixes = { id: '#', class: '.', attribute: '[', tag: '' } as const;

/** The attributes that a selector asks for, of the element itself or of those around it. */
export function attributesOf(selector: ComplexSelector, ofAncestors: boolean): readonly string[] {
  const asked = ofAncestors ? selector.slice(0, -1) : selector.slice(-1);
  return asked.flatMap(({ simples }) =>
    simples.flatMap(({ kind, name: attributeName }) => {
      if (kind === 'attribute') return attributeName;
      return kind === 'id' || kind === 'class' ? kind : [];
    }),
  );
}

import { bindingPrefix } from '../../rules/markup/bindings.ts';
import { rootAttributes, rootPrefix } from '../../rules/markup/root-attributes.ts';
import { hiddenClass } from '../../rules/markup/visibility.ts';
import type { PageRule } from '../../rules/page-rules/page-rules.ts';
import { nowhere, RuleFinder, type RulePlace } from '../../rules/page-rules/rule-finder.ts';
import { attributeOf, type ElementNode, edgeReader } from './nodes.ts';

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Where an element stands in the tree that a browser makes of the page. */
export interface PagePlace {
  readonly tag: string;
  readonly rules: RulePlace;
  /** Those of `closesItself` and `select` that are open. */
  readonly names: ReadonlySet<string>;
  readonly depth: number;
}

type PartName = 'html' | 'head' | 'body';

interface Entry {
  readonly node: ElementNode;
  readonly parent: Entry | undefined;
  place: PagePlace;
}

const inHead = words('base basefont bgsound link meta noframes script style template title');
const formatting = words('a b big code em font i nobr s small strike strong tt u');
/** One in another of its name ends that one, or is passed over. */
const closesItself = words('a button form nobr');
/** An end tag of something around these may be passed over. */
const keepsEndTagsOut = words('applet button caption marquee object ol select table td th ul');
const tableTags = words('table caption colgroup tbody thead tfoot tr td th');
const inSelect = words('option optgroup hr script template');
const besidesTableParts = words('script style template');
/** Where a part of a table may stand. A browser adds what is missing around rows, cells and columns. */
const partsIn: Readonly<Record<string, ReadonlySet<string>>> = {
  table: words('caption colgroup tbody thead tfoot'),
  tbody: words('tr'),
  thead: words('tr'),
  tfoot: words('tr'),
  tr: words('td th'),
  colgroup: words('col'),
};
const tableParts = new Set(Object.values(partsIn).flatMap((parts) => [...parts]));

/** Browsers nest no deeper. */
const mostLevels = 500;

const outside: PagePlace = { tag: '', rules: nowhere, names: new Set(), depth: 0 };

/**
 * The open elements of a page that goes by, and what the rules beside the page find. Where a browser may see another tree
 * than the tags say, rules that ask for what is around an element are not sure.
 */
export class PagePath {
  #finder = new RuleFinder(edgeReader, []);
  /** They stay open, the outermost first. */
  readonly #parts = new Map<PartName, Entry>();
  readonly #open: Entry[] = [];
  /** From here on, the tree may be another one. */
  #isMisnested = false;
  #hasRules = false;

  /** Whether each element must be followed: while there are rules, and before the body, which may come to have some. */
  get followsAll(): boolean {
    return this.#hasRules || !this.#parts.has('body');
  }

  get hasRules(): boolean {
    return this.#hasRules;
  }

  /** @param depth how many elements are open around the block that has the rules. */
  use(rules: readonly PageRule[], depth: number, isIn: (tagName: string) => boolean): void {
    const known = ['html', 'head', 'body'].filter(isIn).length + this.#open.length;
    if (depth > known) this.#isMisnested = true;
    this.#hasRules = rules.length > 0;
    this.#finder = new RuleFinder(edgeReader, rules);
    for (const entry of [...this.#parts.values(), ...this.#open])
      entry.place = this.enter(entry.node, entry.parent?.place ?? outside);
  }

  /** Opens an element. */
  open(node: ElementNode): Entry {
    const { tag } = node;
    if (tag === 'html' || tag === 'head' || tag === 'body') return this.#openPart(tag, node);
    const isInHead = this.#open.length === 0 && !this.#parts.has('body') && inHead.has(tag);
    const parent = this.#open.at(-1) ?? (isInHead ? this.#part('head') : this.#part('body'));
    const entry = this.#entry(node, parent);
    this.#open.push(entry);
    return entry;
  }

  /** Ends the element that was opened last. The root, the head and the body stay. */
  close(entry: Entry): void {
    if (this.#open.at(-1) === entry) this.#open.pop();
  }

  /** @param endName of the tag that ends it; empty for a start tag and the end of the page. */
  ended({ tag }: ElementNode, endName: string): void {
    if (endName === tag) return;
    const isHtml = endName === '' || endName === 'html' || endName === 'body';
    if (
      formatting.has(tag) ||
      formatting.has(endName) ||
      endName === 'form' ||
      (!isHtml && keepsEndTagsOut.has(tag) && !tableTags.has(endName))
    )
      this.#isMisnested = true;
  }

  /** Finds the rules for an element in another. */
  enter(node: ElementNode, around: PagePlace): PagePlace {
    const { tag, isHtml } = node;
    let parent = around;
    if (isHtml)
      for (const missing of missingBetween(parent.tag, tag)) parent = this.#find(element(missing), parent, false);
    if (closesItself.has(tag) && parent.names.has(tag)) this.#isMisnested = true;
    if (isHeading(tag) && isHeading(parent.tag)) this.#isMisnested = true;
    return this.#find(node, parent, isHtml && isElsewhere(parent, tag));
  }

  #find(node: ElementNode, parent: PagePlace, isMoved: boolean): PagePlace {
    const { tag, isHtml } = node;
    const isUnsure = isMoved || this.#isMisnested || parent.rules.isUnsure || parent.depth > mostLevels;
    const around = isUnsure ? { ...parent.rules, isUnsure } : parent.rules;
    const { place, found } = this.#finder.find(node, around, unreadNames(node));
    node.rules = found;
    const isNamed = isHtml && (closesItself.has(tag) || tag === 'select') && !parent.names.has(tag);
    return {
      tag: isHtml ? tag : '',
      rules: isUnsure ? { ...place, isUnsure } : place,
      names: isNamed ? new Set([...parent.names, tag]) : parent.names,
      depth: parent.depth + 1,
    };
  }

  #entry(node: ElementNode, parent: Entry | undefined): Entry {
    return { node, parent, place: this.enter(node, parent?.place ?? outside) };
  }

  /** A second `<html>` or `<body>` adds its attributes to the first. */
  #openPart(name: PartName, node: ElementNode): Entry {
    const known = this.#parts.get(name);
    if (known && node.attributes.size > 0) this.#isMisnested = true;
    return known ?? this.#part(name, node);
  }

  /** A browser makes those that have no tag. */
  #part(name: PartName, node: ElementNode = element(name)): Entry {
    const known = this.#parts.get(name);
    if (known) return known;
    const part = this.#entry(node, name === 'html' ? undefined : this.#part('html'));
    this.#parts.set(name, part);
    return part;
  }
}

function element(tag: string): ElementNode {
  return {
    kind: 'element',
    tag,
    isHtml: true,
    attributes: new Map(),
    hasContent: true,
    children: [],
    hasEndTag: false,
    hasEnded: false,
  };
}

function missingBetween(parent: string, tag: string): readonly string[] {
  if (parent === 'table' && tag === 'tr') return ['tbody'];
  if (parent === 'table' && tag === 'col') return ['colgroup'];
  if (!/^t[dh]$/.test(tag)) return [];
  if (parent === 'table') return ['tbody', 'tr'];
  return /^t(body|head|foot)$/.test(parent) ? ['tr'] : [];
}

/** Whether a browser may put the element somewhere else, or pass over its tag. */
function isElsewhere({ tag: parent, names }: PagePlace, tag: string): boolean {
  const parts = partsIn[parent];
  if (parts) return !parts.has(tag) && !besidesTableParts.has(tag);
  return tableParts.has(tag) || (names.has('select') && !inSelect.has(tag));
}

function isHeading(tag: string): boolean {
  return /^h[1-6]$/.test(tag);
}

const rootNames = Object.keys(rootAttributes(undefined, undefined)).map((name) => rootPrefix + name);
const alwaysUnread = words('hidden slot');

/** Attributes that Geolet itself may write in the browser: rules that ask for them are not sure. */
function unreadNames(node: ElementNode): ReadonlySet<string> {
  const own = [...node.attributes.keys()]
    .filter((name) => name.startsWith(bindingPrefix))
    .map((name) => name.slice(bindingPrefix.length));
  if (node.tag === 'html') own.push(...rootNames);
  if (attributeOf(node, 'class')?.includes(hiddenClass)) own.push('class');
  return own.length === 0 ? alwaysUnread : new Set([...alwaysUnread, ...own]);
}

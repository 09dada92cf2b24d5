import { endsParagraph } from '../stream/html-elements.ts';
import { decode, type ElementNode, isElement, type MarkupNode } from './nodes.ts';

/** Elements around a template that change how a browser reads a copy of its content there. */
export const readsOtherwise: readonly string[] = 'p li dd dt a button form nobr select'.split(' ');

type Names = ReadonlySet<string>;

/** All names that matter for what is in them. */
const matters: Names = new Set([...readsOtherwise, ...'ul ol menu dir dl table'.split(' ')]);

/** The names that matter which are open in an element. */
export function namesWithin(around: Names, { tag, isHtml }: ElementNode): Names {
  return isHtml && matters.has(tag) && !around.has(tag) ? new Set([...around, tag]) : around;
}

const tableParts: Names = new Set('caption col colgroup tbody td tfoot th thead tr'.split(' '));

/** What stands in these directly is moved out, unless it is a part of a table. */
const movesContentOut: Names = new Set('table tbody tfoot thead tr colgroup'.split(' '));

const mayStandInTable: Names = new Set([...tableParts, 'script', 'style', 'template']);

/** The lists that an item needs around it, else it ends one that is open further out. */
const lists: Readonly<Record<string, readonly string[]>> = {
  li: ['ul', 'ol', 'menu', 'dir'],
  dd: ['dl'],
  dt: ['dl'],
};

/**
 * Whether a browser that reads a copy of a template's content in the place of the template makes the same elements of
 * it, there. In a template it reads everything as it stands; elsewhere a list ends an open paragraph, a row needs a table
 * around it, and what never ends takes all that follows.
 *
 * @param around which of `readsOtherwise` are open there.
 */
export function staysInPlace(content: readonly MarkupNode[], around: Names): boolean {
  const none: Names = new Set();
  const waiting = content.map((node) => ({ node, inside: none }));
  for (const { node, inside } of waiting) {
    // An end tag that ends nothing.
    if (node.kind === 'markup') return false;
    if (!isElement(node)) continue;
    if (!mayStandIn(node, inside, around)) return false;
    if (!node.isHtml || node.tag === 'template') continue;
    const within = namesWithin(inside, node);
    for (const child of node.children) waiting.push({ node: child, inside: within });
  }
  return !around.has('select');
}

function mayStandIn(element: ElementNode, inside: Names, around: Names): boolean {
  const { tag, isHtml, hasEnded } = element;
  if (!hasEnded) return false;
  if (!isHtml) return true;
  const isOpen = (name: string) => inside.has(name) || around.has(name);
  if (/^(html|head|body|frame|frameset)$/.test(tag)) return false;
  if (tableParts.has(tag) && !inside.has('table')) return false;
  if (endsParagraph.has(tag) && isOpen('p')) return false;
  if (/^(a|button|form|nobr)$/.test(tag) && isOpen(tag)) return false;
  const own = lists[tag];
  if (own && !own.some((list) => inside.has(list)) && Object.keys(lists).some(isOpen)) return false;
  return !movesContentOut.has(tag) || element.children.every(isPartOfTable);
}

function isPartOfTable(node: MarkupNode): boolean {
  if (isElement(node)) return mayStandInTable.has(node.tag);
  return node.kind !== 'text' || decode(node.source)?.trim() === '';
}

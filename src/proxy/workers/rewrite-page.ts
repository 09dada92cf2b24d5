import { parseGroups } from '../../rules/own-groups.ts';
import { writableAttributes } from '../../rules/sink.ts';
import { rootAttributes } from '../../rules/root-attributes.ts';
import { inlineNonce } from '../pages/inline-policy.ts';
import { attributeOf, type ElementNode, encode, writeMarkup } from '../pages/markup/nodes.ts';
import { applyBindings, isBound, wasMark } from '../pages/markup/page-bindings.ts';
import { isValueElement, valueTree } from '../pages/markup/page-elements.ts';
import type { PageVisit } from '../pages/markup/page-visit.ts';
import { localeOf, needsWhole, rewriteElement } from '../pages/markup/rewrite-element.ts';
import type { PageRewriter, RewriterElement } from './html-rewriter.ts';

const voidTags = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|param)$/;

/** What is held until it ends. */
const heldOnes = ['geo-if', 'geo-switch', '[data-geo-text]', '[data-geo-currency]'];

/** What has to be looked at: each element that crosses into JavaScript costs more than all else that is done with it. */
const watched = [
  heldOnes.map((selector) => `${selector}, ${selector} *`),
  'html, base, meta, template, geo-text, geo-currency, script[data-geo-settings], [lang], [data-geo-ignore]',
  ['show', 'hide', 'class', ...writableAttributes].map((name) => `[data-geo-${name}]`),
  `[class*="geo-show-"], [class*="geo-hide-"], [${wasMark}]`,
]
  .flat()
  .join(', ');

/** Whose text has to be read. */
const read = [...heldOnes, 'script[data-geo-settings]'].join(', ');

/**
 * Writes a page's markup for its visitor while the page streams by. An element whose children decide what shows is held until
 * it ends; everything else leaves as it comes. No mistake here may cost the page: what fails stays as written.
 *
 * @param failed told of what should not have happened.
 */
export function rewritePage(rewriter: PageRewriter, page: Response, visit: PageVisit, status: string, failed: (error: unknown) => void): Response {
  const policies = [page.headers.get('content-security-policy')].filter((policy) => policy !== null);
  /** The languages of the open elements that name one. */
  const locales = ['en'];
  /** Open elements below which nothing is ours. */
  let untouchable = 0;
  /** The element that is held, and its open descendants. */
  let held: ElementNode[] = [];
  let settings: string | undefined;
  /** Only the first one counts. https://html.spec.whatwg.org/#the-base-element */
  let hasBase = false;

  const locale = () => locales.at(-1) ?? 'en';

  function finish(endName: string): string {
    const [root] = held;
    held = [];
    if (!root) return '';
    const source = writeMarkup([root]);
    const implied = root.tag === endName ? '' : `</${endName}>`;
    return (attempt(() => {
      if (!root.hasEndTag) return source;
      const nonce = inlineNonce(policies, 'style');
      rewriteElement(root, { visit, style: nonce === undefined ? nonce : `<style${nonce}>` }, locale());
      return writeMarkup([root]);
    }) ?? source) + implied;
  }

  function attempt<Value>(operation: () => Value): Value | undefined {
    try {
      return operation();
    } catch (error) {
      failed(error);
      return undefined;
    }
  }

  function hold(element: RewriterElement, node: ElementNode): void {
    held.at(-1)?.children.push(node);
    const hasContent = whenItEnds(element, node, (name, before) => {
      const index = held.indexOf(node);
      if (index < 0) return;
      node.hasEndTag = name === node.tag;
      if (index > 0) held = held.slice(0, index);
      else before(finish(name));
    });
    if (hasContent) held.push(node);
    // `<path/>` in SVG has an end, and no tag for it.
    else node.hasEndTag = !node.isHtml;
  }

  function pass(element: RewriterElement, node: ElementNode): void {
    const { tag } = node;
    if (untouchable) return;
    if (tag === 'html') for (const [name, value] of Object.entries(rootAttributes(status, visit.facts, visit.groups))) if (value !== undefined) element.setAttribute(name, encode(value));
    if (tag === 'base' && node.attributes.has('href') && !hasBase) {
      hasBase = true;
      const href = attributeOf(node, 'href') ?? '';
      if (URL.canParse(href, visit.base)) visit.base = new URL(href, visit.base).href;
    }
    if (tag === 'meta' && /^content-security-policy$/i.test(attributeOf(node, 'http-equiv') ?? '')) policies.push(attributeOf(node, 'content') ?? "default-src 'none'");
    if (tag === 'script' && node.attributes.has('data-geo-settings') && whenItEnds(element, node, readSettings)) settings = '';
    if (tag === 'template' || node.attributes.has('data-geo-ignore')) {
      if (whenItEnds(element, node, () => untouchable--)) untouchable++;
      return;
    }
    const own = localeOf(node, locale());
    if (own !== locale() && whenItEnds(element, node, () => locales.splice(locales.lastIndexOf(own), 1))) locales.push(own);
    if (needsWhole(node) && !voidTags.test(tag)) {
      element.remove();
      hold(element, node);
      return;
    }
    if (isBound(node)) writeBindings(element, node, own);
    const tree = isValueElement(node) ? valueTree(node, visit, own) : undefined;
    if (tree) element.prepend(tree.source, { html: true });
  }

  function writeBindings(element: RewriterElement, node: ElementNode, own: string): void {
    const before = new Map(node.attributes);
    if (!applyBindings(node, visit, own)) return;
    for (const name of before.keys()) if (!node.attributes.has(name)) element.removeAttribute(name);
    for (const [name, value] of node.attributes) if (before.get(name) !== value) element.setAttribute(name, value);
  }

  function readSettings(): void {
    const text = settings ?? '';
    settings = undefined;
    attempt(() => {
      const { groups } = JSON.parse(text) as { readonly groups?: unknown };
      visit.groups = parseGroups(groups, () => {});
    });
  }

  return rewriter
    .on(watched, {
      element(element) {
        attempt(() => {
          const node = readElement(element);
          // Such marks are ours alone: the widget puts back what they say.
          if (node.attributes.delete(wasMark)) element.removeAttribute(wasMark);
          if (held.length) hold(element, node);
          else pass(element, node);
        });
      },
    })
    .on(read, {
      text: ({ text }) => {
        const around = held.at(-1);
        if (around) addText(around, text);
        else if (settings !== undefined) settings += text;
      },
      comments: ({ text }) => void held.at(-1)?.children.push({ kind: 'comment', source: `<!--${text}-->` }),
    })
    .onDocument({
      // A held element that never ends leaves as written.
      end(end) {
        if (held[0]) end.append(writeMarkup([held[0]]), { html: true });
      },
    })
    .transform(page);
}

function readElement({ tagName, namespaceURI, attributes }: RewriterElement): ElementNode {
  const written = [...attributes].map(([name = '', value = '']) => [name.toLowerCase(), value] as const);
  return { kind: 'element', tag: tagName.toLowerCase(), isHtml: namespaceURI === 'http://www.w3.org/1999/xhtml', attributes: new Map(written), children: [], hasEndTag: false };
}

/** A text may come in pieces. */
function addText({ children }: ElementNode, source: string): void {
  const last = children.at(-1);
  if (last?.kind === 'text') children[children.length - 1] = { kind: 'text', source: last.source + source };
  else if (source) children.push({ kind: 'text', source });
}

/** @returns whether it ever does: some elements have no content. */
function whenItEnds(element: RewriterElement, { tag, isHtml }: ElementNode, ended: (name: string, before: (markup: string) => void) => void): boolean {
  if (isHtml && voidTags.test(tag)) return false;
  try {
    element.onEndTag((end) => ended(end.name.toLowerCase(), (markup) => end.before(markup, { html: true })));
    return true;
  } catch {
    return false;
  }
}

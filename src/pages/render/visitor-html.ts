import { mayHaveBindings } from '../../rules/markup/bindings.ts';
import { originalAttribute } from '../../rules/markup/written.ts';
import { offerMark } from '../../rules/offer/offer.ts';
import { rootAttributes, rootPrefix } from '../../rules/markup/root-attributes.ts';
import { PagePath, type PagePlace } from './page-path.ts';
import { PagePolicies } from './content-security-policy.ts';
import { attributeOf, type ElementNode, encode, writeMarkup, edgeReader } from './nodes.ts';
import { TooMuchMarkup, type PageContext } from './page-context.ts';
import { PageSettings } from './page-settings.ts';
import { type EndTag, readElement, whenItEnds } from './read-element.ts';
import { readsOtherwise } from './content-in-place.ts';
import { applyBindings } from './written-bindings.ts';
import { localeOf, needsWhole, rewriteElement } from './rewrite-element.ts';
import { type Limited, visitorLimits } from './visitor-limits.ts';
import type { RewriterElement } from '../stream/html-rewriter.ts';
import { mayEndWithoutTag } from '../stream/html-elements.ts';

export interface VisitorHtmlSettings {
  readonly context: PageContext;
  readonly status: string;
  /** Called with errors that should not happen. */
  readonly failed: (error: unknown) => void;
  readonly limited: Limited;
  /** The page's Content Security Policy. */
  readonly policy: string | null;
}

/** One page on its way to its visitor. It gets the page's parts in their order, and writes those that are bound. */
export class VisitorHtml {
  readonly #context: PageContext;
  readonly #status: string;
  readonly #failed: (error: unknown) => void;
  readonly #limited: Limited;
  readonly #policies: PagePolicies;
  readonly #path = new PagePath();
  readonly #settings: PageSettings;
  /** The languages of the open elements that name one. */
  readonly #locales: string[];
  /** How many open elements are templates or have `data-geo-ignore`. Nothing in them changes. */
  #ignoring = 0;
  /** The element that is held, and its open descendants. */
  readonly #held: ElementNode[] = [];
  /** What is open around it and matters for copies of templates in it. */
  #around: ReadonlySet<string> = new Set();
  /** Only the first one counts. https://html.spec.whatwg.org/#the-base-element */
  #hasBase = false;

  constructor({ context, status, failed, limited, policy }: VisitorHtmlSettings) {
    this.#context = context;
    this.#locales = [context.language];
    this.#status = status;
    this.#failed = failed;
    this.#limited = limited;
    this.#policies = new PagePolicies(policy);
    if (context.base.length > visitorLimits.baseCharacters) limited('base', 'html');
    this.#settings = new PageSettings({
      context,
      limited,
      path: this.#path,
      attempt: (tagName, operation) => this.#attempt(tagName, operation),
    });
  }

  /** Whether every element must come here: a rule may find it. */
  get wantsAll(): boolean {
    return this.#context.bindings && this.#path.followsAll;
  }

  /** Whether all that comes now is part of an element that is held. */
  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  element(element: RewriterElement): void {
    this.#attempt(element.tagName, () => {
      const node = readElement(element);
      // Only we may set such marks: the widget restores what they say.
      for (const mark of [originalAttribute, offerMark])
        if (node.attributes.delete(mark)) element.removeAttribute(mark);
      if (this.#held.length) this.#keep(element, node);
      else if (!this.#ignoring) this.#pass(element, node);
    });
  }

  text(text: string): void {
    const around = this.#held.at(-1);
    if (around) addText(around, text);
    this.#settings.text(text);
  }

  comment(text: string): void {
    this.#held.at(-1)?.children.push({ kind: 'comment', source: `<!--${text}-->` });
  }

  /** An end tag that ends nothing and makes an empty element. */
  emptyElement(tag: string): void {
    this.#held.at(-1)?.children.push({ kind: 'markup', source: `</${tag}>` });
  }

  get #locale(): string {
    return this.#locales.at(-1) ?? this.#context.language;
  }

  #attempt<Value>(tagName: string, operation: () => Value): Value | undefined {
    try {
      return operation();
    } catch (error) {
      if (error instanceof TooMuchMarkup) this.#limited('output', tagName);
      else this.#failed(error);
      return undefined;
    }
  }

  #pass(element: RewriterElement, node: ElementNode): void {
    this.#learn(element, node);
    if (isLeftAlone(node)) {
      if (whenItEnds(element, () => this.#ignoring--)) this.#ignoring++;
      return;
    }
    const entry = this.wantsAll ? this.#path.open(node) : undefined;
    if (
      entry &&
      !whenItEnds(element, ({ name }) => {
        this.#path.ended(node, name);
        this.#path.close(entry);
      })
    )
      this.#path.close(entry);
    if (needsWhole(node, this.#context) && this.#hold(element, node, () => entry?.place)) {
      this.#around = new Set(readsOtherwise.filter((name) => element.isIn(name)));
      element.remove(() => this.#held.splice(0));
      return;
    }
    const locale = localeOf(node, this.#locale, this.#context);
    if (locale !== this.#locale && whenItEnds(element, () => this.#locales.pop())) this.#locales.push(locale);
    if (node.rules?.length || mayHaveBindings(edgeReader, node)) this.#writeBindings(element, node, locale);
  }

  /** Reads what applies to the rest of the page. */
  #learn(element: RewriterElement, node: ElementNode): void {
    const { tag } = node;
    const context = this.#context;
    if (tag === 'html')
      for (const [name, value] of Object.entries(rootAttributes(this.#status, context.facts)))
        if (value !== undefined) element.setAttribute(rootPrefix + name, encode(value));
    if (tag === 'base' && node.attributes.has('href') && !this.#hasBase) {
      this.#hasBase = true;
      const href = attributeOf(node, 'href') ?? '';
      if (URL.canParse(href, context.base)) context.base = new URL(href, context.base).href;
      if (context.base.length > visitorLimits.baseCharacters) this.#limited('base', tag);
    }
    if (tag === 'meta' && /^content-security-policy$/i.test(attributeOf(node, 'http-equiv') ?? ''))
      this.#policies.add(attributeOf(node, 'content') ?? "default-src 'none'");
    if (tag === 'script') this.#settings.script(element, node);
  }

  #writeBindings(element: RewriterElement, node: ElementNode, locale: string): void {
    const before = new Map(node.attributes);
    this.#context.room = element.room;
    if (!applyBindings(node, this.#context, locale)) return;
    for (const name of before.keys()) if (!node.attributes.has(name)) element.removeAttribute(name);
    for (const [name, value] of node.attributes) if (before.get(name) !== value) element.setAttribute(name, value);
  }

  /** Keeps an element that stands in the held one. */
  #keep(element: RewriterElement, node: ElementNode): void {
    if (node.tag === 'script' && !this.#held.some(isLeftAlone)) this.#settings.script(element, node);
    whenItEnds(element, ({ name }) => this.#path.ended(node, name));
    this.#hold(element, node);
  }

  /**
   * @param place of the outermost one, as it is at its end.
   * @returns whether there is anything to wait for.
   */
  #hold(element: RewriterElement, node: ElementNode, place?: () => PagePlace | undefined): boolean {
    this.#held.at(-1)?.children.push(node);
    const depth = this.#held.length;
    const hasContent = whenItEnds(element, (end) => {
      // What is around it was kept as written.
      if (this.#held[depth] !== node) return;
      const { name } = end;
      node.hasEndTag = name === node.tag;
      node.hasEnded = node.hasEndTag || (node.isHtml && mayEndWithoutTag(node.tag, name));
      this.#held.splice(depth);
      if (depth === 0) this.#finish(element, node, end, place?.());
    });
    if (hasContent) this.#held.push(node);
    // `<path/>` in SVG ends without an end tag.
    else {
      node.hasEndTag = !node.isHtml;
      node.hasEnded = true;
    }
    return hasContent;
  }

  /** Writes the held element, which has ended, for the visitor. */
  #finish(element: RewriterElement, root: ElementNode, end: EndTag, place: PagePlace | undefined): void {
    const written = this.#attempt(root.tag, () => {
      if (!root.hasEnded) return undefined;
      if (this.#policies.areTooMany) this.#limited('policies', root.tag);
      const nonce = this.#policies.styleNonce;
      this.#context.room = element.room;
      rewriteElement(
        root,
        {
          context: this.#context,
          style: nonce === undefined ? nonce : `<style${nonce}>`,
          around: this.#around,
          tree: place && this.#path.hasRules ? { path: this.#path, place } : undefined,
        },
        this.#locale,
      );
      // A block of data that has not changed keeps its tag as it was read.
      if (root.tag === 'script' && !root.attributes.has(offerMark)) return undefined;
      return writeMarkup([root]);
    });
    if (written === undefined) element.keep();
    else end.before(written + (root.tag === end.name || !end.name ? '' : `</${end.name}>`));
  }
}

/** Whether nothing in an element changes. */
function isLeftAlone({ tag, attributes }: ElementNode): boolean {
  return tag === 'template' || attributes.has('data-geo-ignore');
}

/** A text may come in pieces. */
function addText({ children }: ElementNode, source: string): void {
  const last = children.at(-1);
  if (last?.kind === 'text') children[children.length - 1] = { kind: 'text', source: last.source + source };
  else if (source) children.push({ kind: 'text', source });
}

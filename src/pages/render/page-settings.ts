import { parseCondition } from '../../rules/conditions/condition.ts';
import { parseGroups } from '../../rules/conditions/own-groups.ts';
import { parsePriceBook } from '../../rules/money/price-book.ts';
import { listOfSettings } from '../../rules/offer/offer.ts';
import { parsePageRules } from '../../rules/page-rules/page-rules.ts';
import type { RewriterElement } from '../stream/html-rewriter.ts';
import { type Limited, visitorLimits } from './visitor-limits.ts';
import { attributeOf, type ElementNode } from './nodes.ts';
import { answerGroups, type PageContext } from './page-context.ts';
import { createPageDeliveries } from './page-deliveries.ts';
import type { PagePath } from './page-path.ts';
import { whenItEnds } from './read-element.ts';

interface PageSettingsOptions {
  /** Gets what the settings say. */
  readonly context: PageContext;
  /** Gets the rules. */
  readonly path: PagePath;
  readonly limited: Limited;
  /** Runs what may fail because of the page. */
  readonly attempt: (tagName: string, operation: () => void) => void;
}

/** Reads the settings of a page on its way: its first block outside of `data-geo-ignore`, as in a browser. */
export class PageSettings {
  readonly #context: PageContext;
  readonly #path: PagePath;
  readonly #limited: Limited;
  readonly #attempt: PageSettingsOptions['attempt'];
  /** As far as it has arrived. */
  #text: string | undefined;
  /** Only the first one counts. */
  #hasBlock = false;
  /** How many elements were open around the block, and whether one of this name was. */
  #around: Pick<RewriterElement, 'depth' | 'isIn'> = { depth: 0, isIn: () => false };

  constructor({ context, path, limited, attempt }: PageSettingsOptions) {
    this.#context = context;
    this.#path = path;
    this.#limited = limited;
    this.#attempt = attempt;
    this.#useRules(undefined);
  }

  /** @param element a script. */
  script(element: RewriterElement, node: ElementNode): void {
    const { attributes, isHtml } = node;
    if (this.#hasBlock || !isHtml || !attributes.has('data-geo-settings') || attributes.has('data-geo-ignore')) return;
    if (attributeOf(node, 'type')?.toLowerCase() !== 'application/json') return;
    this.#hasBlock = true;
    const { depth } = element;
    this.#around = { depth, isIn: (name) => element.isIn(name) };
    if (whenItEnds(element, () => this.#read())) this.#text = '';
  }

  /** All text of the page comes here, in pieces. */
  text(text: string): void {
    if (this.#text === undefined) return;
    this.#text += text;
    if (this.#text.length <= visitorLimits.settingsCharacters) return;
    this.#text = undefined;
    this.#limited('settings', 'script');
  }

  #read(): void {
    const text = this.#text;
    this.#text = undefined;
    if (text === undefined) return;
    this.#attempt('script', () => {
      const block = JSON.parse(text) as Readonly<Record<string, unknown>>;
      const { groups, prices, rates, offer, rules } = block;
      const isAddress = typeof prices === 'string';
      this.#context.block = {
        priceBook: isAddress ? this.#context.configuredPrices : parsePriceBook(prices),
        hasRates: !!rates,
        offer: listOfSettings(offer),
        deliveries: createPageDeliveries(block),
        groups: answerGroups(parseGroups(groups), this.#context),
      };
      this.#useRules(rules);
    });
  }

  /** The server's own rules come first. No server fetches those at an address. */
  #useRules(own: unknown): void {
    const { configuredRules, block, bindings } = this.#context;
    const list = [...configuredRules, ...(Array.isArray(own) ? (own as unknown[]) : [])];
    if (!bindings || list.length === 0) return;
    const { depth, isIn } = this.#around;
    this.#path.use(
      parsePageRules(list, (text) => parseCondition(text, block.groups)),
      depth,
      isIn,
    );
  }
}

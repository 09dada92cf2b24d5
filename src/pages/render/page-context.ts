import { chosenRecord } from '../../rules/choice.ts';
import type { Facts } from '../../rules/facts.ts';
import { type PageFacts, pathOf } from '../../rules/page-facts.ts';
import type { Clause, Condition, Groups } from '../../rules/conditions/clause.ts';
import { answerLazy } from '../../rules/conditions/lazy-conditions.ts';
import type { Choice } from '../../rules/visitor-words.ts';
import type { VisitorRecord } from '../../record/record.ts';
import { answer, fieldText } from '../../rules/conditions/condition.ts';
import { canonicalLanguage } from '../../rules/text/language.ts';
import { showFromBook } from '../../rules/money/price-book.ts';
import type { PriceBook } from '../../rules/money/price.ts';
import { formatPrice, showPrice } from '../../rules/money/money.ts';
import { showRemainder } from '../../rules/money/threshold.ts';
import { deliveryText } from '../../rules/delivery/delivery-text.ts';
import { createPageDeliveries, deliveryFor, type PageDeliveries, steadyText } from './page-deliveries.ts';

/** What the server's owner has set. */
export interface ServerSettings {
  /** Whether bindings and microdata are written. Elements and blocks of JSON-LD always are. */
  readonly bindings: boolean;
  /** The book for pages that name an address: nothing that a page names is fetched. */
  readonly configuredPrices: PriceBook | undefined;
  /** Rules of the server's own, as written. They come before those of the page. */
  readonly configuredRules: readonly unknown[];
}

const noSettings: ServerSettings = { bindings: true, configuredPrices: undefined, configuredRules: [] };

/** What the page's own settings say. */
export interface PageBlock {
  readonly groups: Groups;
  readonly priceBook: PriceBook | undefined;
  /** Whether it has rates, with which only browsers convert. */
  readonly hasRates: boolean;
  /** The price list for the block of structured data that the platform prints. */
  readonly offer: string | undefined;
  readonly deliveries: PageDeliveries;
}

const emptyBlock: PageBlock = {
  groups: new Map(),
  priceBook: undefined,
  hasRates: false,
  offer: undefined,
  deliveries: createPageDeliveries(),
};

/** What is known about a visitor while their page streams through the proxy. */
export interface PageContext extends ServerSettings {
  readonly facts: Facts;
  /** Of texts where the page names no language. */
  readonly language: string;
  /** The base for links: the address of the page, or its `<base>`. */
  base: string;
  /** Says nothing until it has been read. */
  block: PageBlock;
  /** When the page is written. */
  readonly nowMs: number;
  /** The zone of the visitor's address. Their browser may have another. */
  readonly timezone: string | undefined;
  /** How many characters may be added to the page. */
  room: number;
  /**
   * Decides from what is known here.
   *
   * @returns undefined if only the browser can decide. It knows its clock, its colours, whether the visitor was here
   *   before, and names that come in a lazy file.
   */
  decide<Result>(rule: (facts: Facts) => Result): Result | undefined;
}

/** What a request for a page says. */
export interface PageRequestFacts {
  readonly url: string;
  /** Whether a server in front has asked for another path than the visitor. */
  readonly isRewritten?: boolean | undefined;
  readonly referrer: string | null;
  /** The browser's first language. */
  readonly language: string | undefined;
  /** Whether the browser sends Global Privacy Control. */
  readonly globalPrivacyControl: boolean;
}

/**
 * Reading a fact that only the browser knows makes the rule undecidable here.
 *
 * @param lookedUp the record that the lookup gave.
 */
export function createPageContext(
  lookedUp: VisitorRecord,
  choice: Choice | undefined,
  { url, isRewritten, referrer, language, globalPrivacyControl }: PageRequestFacts,
  settings: ServerSettings = noSettings,
): PageContext {
  let undecided = false;
  const leaveToBrowser = () => {
    undecided = true;
    return undefined;
  };
  const page: PageFacts = {
    language,
    referrer: referrer ?? '',
    query: new URL(url).search,
    get path() {
      return isRewritten ? leaveToBrowser() : pathOf(new URL(url).pathname);
    },
    gpc: globalPrivacyControl,
    get timezone() {
      return leaveToBrowser();
    },
    get now() {
      return leaveToBrowser();
    },
    get color() {
      return leaveToBrowser();
    },
    get returning() {
      return leaveToBrowser();
    },
  };
  const context: PageContext = {
    ...settings,
    base: url,
    block: emptyBlock,
    nowMs: Date.now(),
    timezone: lookedUp.timezone,
    language: localeIn(language ?? '') ?? 'en',
    room: Infinity,
    facts: {
      record: chosenRecord(choice, lookedUp),
      page,
      get groups() {
        return context.block.groups;
      },
      askLazy(name, wanted, facts) {
        const answered = answerLazy(name, wanted, facts);
        return answered === 'unusable' ? undefined : answered;
      },
      choseCurrency: choice?.currency,
      get priceBook() {
        return context.block.priceBook;
      },
      askDelivery(word, facts, locale) {
        const plan = facts.namedBeside?.[1];
        if (plan === null) return undefined;
        const { block, nowMs, timezone = '' } = context;
        const read = (name: string) => (name === 'plan' ? plan : null);
        const delivery = deliveryFor(block.deliveries, read, facts, nowMs);
        if (delivery && !delivery.promise) return undefined;
        const words = delivery?.promise && deliveryText(word, delivery.promise, { nowMs, timezone, locale });
        return steadyText(words, nowMs) ?? leaveToBrowser();
      },
      showByPlace: (...asked) => showFromBook({ answer, formatPrice, showPrice, showRemainder }, ...asked),
      hasRates: () => context.block.hasRates,
      continentName: leaveToBrowser,
    },
    decide(rule) {
      undecided = false;
      const result = rule(context.facts);
      return undecided ? undefined : result;
    },
  };
  return context;
}

/** No browser sends as much. */
const mostHeaderCharacters = 1024;

/**
 * The language that a visitor likes best: that of `Accept-Language` with the most weight, the first of several.
 * https://www.rfc-editor.org/rfc/rfc9110#name-accept-language
 */
export function firstLanguage(header: string | null): string | undefined {
  let first: string | undefined;
  let most = 0;
  for (const entry of (header ?? '').slice(0, mostHeaderCharacters).split(',')) {
    const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice('q='.length) ?? '1';
    const isUsable = /^[a-z]{1,8}(-[a-z0-9]{1,8})*$/i.test(tag) && /^[01](\.\d{0,3})?$/.test(weight);
    if (!isUsable || Number(weight) <= most) continue;
    first = tag;
    most = Number(weight);
  }
  return first;
}

/** A longer one is cut: each of its parts is tried. */
const mostTagCharacters = 100;

/** @returns a language in the spelling that `Intl` takes. Undefined if it is none. */
export function localeIn(language: string): string | undefined {
  return canonicalLanguage(language.slice(0, mostTagCharacters));
}

/**
 * The owner's groups with their answers in place of their conditions, as far as they are known here: a group may have
 * thousands of countries and cities, and each of a page's elements may ask for it.
 */
export function answerGroups(groups: Groups, context: PageContext): Groups {
  const isCountryKnown = fieldText('countryCode', context.facts) !== undefined;
  const always = (isYes: boolean): Clause => ({
    name: 'country',
    not: false,
    values: [isYes === isCountryKnown ? '*' : 'unknown'],
  });
  const unknown: Clause = { name: 'country', not: false, values: [] };
  // A price list may use a group that asks for places alone: the names stay, as questions whose answer is yes.
  const namesIn = (condition: Condition): Condition =>
    [...new Set(condition.map(({ name }) => name))].map((name) => ({ name, not: false, values: ['unknown', '*'] }));
  return new Map(
    [...groups].map(([name, condition]): [string, Condition] => {
      const decided = context.decide((facts) => ({ answer: answer(condition, { ...facts, groups: undefined }) }));
      if (!decided) return [name, condition];
      const answered = decided.answer === undefined ? unknown : always(decided.answer);
      return [name, [answered, ...namesIn(condition)]];
    }),
  );
}

/** Thrown where an element would make the page too long: it stays as written. */
export class TooMuchMarkup extends Error {}

/** Throws TooMuchMarkup where the page has no room for so many characters more. */
export function spend(context: { room: number }, characters: number): void {
  context.room -= characters;
  if (context.room < 0) throw new TooMuchMarkup('The page would become too long.');
}

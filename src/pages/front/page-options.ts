import { meantHost, meantOrigin } from '../../http/meant-value.ts';
import { attempt } from '../../rules/attempt.ts';
import { checkNumber, checkWord, refuseOption } from '../../http/read-settings.ts';
import { pageSettings } from '../../http/settings.ts';
import { parseCondition } from '../../rules/conditions/condition.ts';
import { parsePageRules } from '../../rules/page-rules/page-rules.ts';
import { parsePriceBook } from '../../rules/money/price-book.ts';
import type { PriceBook } from '../../rules/money/price.ts';
import { textOf } from '../../rules/text/normalize.ts';
import { neverPassed } from './page-request.ts';

export type Script = 'geolet.js' | 'geolet-bindings.js';

/** Options of the proxy in front of the owner's pages. */
export interface PageOptions {
  /** Scheme and host of the pages' server. */
  readonly origin: string;
  /**
   * Longest time that a page waits for the record, from its request on. After that it is sent as written, and the
   * widget asks.
   */
  readonly budgetMs?: number | undefined;
  /**
   * The hosts of the pages, such as `shop.example`. Requests for other hosts are refused. Default all; then the pages'
   * server does not get the host.
   */
  readonly hosts?: readonly string[] | undefined;
  /**
   * How the loader comes into the page. `page`: it has its own tag. `tag`: the proxy inserts one. `inline`: it inserts
   * all of the script.
   */
  readonly loader?: 'page' | 'tag' | 'inline' | undefined;
  /**
   * Which loader the proxy inserts. `geolet-bindings.js` is for pages without elements. Default `geolet.js`. Refused
   * where it inserts none.
   */
  readonly script?: Script | undefined;
  /** Which page views get the visitor's record. Default all. */
  readonly when?: ((request: Request) => boolean) | undefined;
  /**
   * Whether the page's markup is written for its visitor before it leaves. `elements` leaves bindings to the widget,
   * for pages that a framework hydrates. Default yes.
   */
  readonly markup?: boolean | 'elements' | undefined;
  /**
   * A cookie in which the widget reports what the visitor has chosen, so that the first frame is right for them too.
   * Default none.
   */
  readonly choiceCookie?: string | undefined;
  /**
   * The price book of pages whose settings block names it by an address, or a function that gives it as it is now. No
   * server fetches what a page names. Default none: then the browser writes these prices.
   */
  readonly prices?: unknown;
  /**
   * Rules beside the page that the server itself has, as a list or a function that gives it as it is now. They come
   * before those of the page's settings block, and every page gets them. Default none.
   */
  readonly rules?: unknown;
  /**
   * The name of the parameter in the address that carries a choice, as `data-choice-parameter` of the script tag has it.
   * Default `geo-choice`. `off`: the address carries none.
   */
  readonly choiceParameter?: string | undefined;
  /**
   * Headers of visitors that the pages' server gets although their names look as if only servers send them, such as
   * `X-User-Locale` of the pages' own scripts.
   */
  readonly passHeaders?: readonly string[] | undefined;
  /** More headers of visitors that the pages' server does not get: those that a gateway of yours sets. */
  readonly dropHeaders?: readonly string[] | undefined;
}

export interface PageSettings {
  readonly origin: string;
  readonly budgetMs: number;
  /** Undefined: all. */
  readonly hosts: ReadonlySet<string> | undefined;
  readonly loader: 'page' | 'tag' | 'inline';
  readonly script: Script;
  readonly when: (request: Request) => boolean;
  readonly markup: boolean | 'elements';
  readonly choiceCookie: string | undefined;
  readonly priceBook?: (() => PriceBook | undefined) | undefined;
  /** As written, for the browser too. */
  readonly rules?: (() => readonly unknown[]) | undefined;
  readonly choiceParameter: string;
  readonly passHeaders: ReadonlySet<string>;
  readonly dropHeaders: ReadonlySet<string>;
}

export function readPageOptions({
  origin,
  budgetMs = pageSettings.pagesBudgetMs.default,
  loader = pageSettings.pagesLoader.default,
  script,
  hosts,
  when = () => true,
  markup = true,
  choiceCookie,
  prices,
  rules,
  choiceParameter = pageSettings.pagesChoiceParameter.default,
  passHeaders = [],
  dropHeaders = [],
}: PageOptions): PageSettings {
  const dropped = readHeaderNames('pagesDropHeaders', dropHeaders);
  return {
    origin: readOrigin(origin),
    budgetMs: checkNumber('pagesBudgetMs', pageSettings.pagesBudgetMs, budgetMs),
    hosts: readHosts(hosts),
    loader: checkWord('pagesLoader', pageSettings.pagesLoader, loader),
    script: insertedScript(script, loader),
    when,
    markup,
    choiceCookie: readPlainName('pagesChoiceCookie', choiceCookie, 'geolet_choice'),
    choiceParameter: readPlainName('pagesChoiceParameter', choiceParameter, 'currency') ?? 'off',
    priceBook: readPrices(prices),
    rules: readRules(rules),
    passHeaders: readPassedNames(passHeaders, dropped),
    dropHeaders: dropped,
  };
}

function insertedScript(given: string | undefined, loader: PageSettings['loader']): Script {
  if (given === undefined) return pageSettings.pagesScript.default;
  const script = checkWord('pagesScript', pageSettings.pagesScript, given);
  if (loader === 'page')
    refuseOption(
      'pagesScript',
      `is ${script}, but the proxy inserts no script: pagesLoader is page`,
      'write tag or inline into pagesLoader, or leave pagesScript out and change the tag in your pages',
    );
  return script;
}

function readPlainName(option: string, name: string | undefined, example: string): string | undefined {
  if (name === undefined || /^[\w-]+$/.test(name)) return name;
  return refuseOption(option, `is ${JSON.stringify(name)}`, `write a plain name such as ${example}`, meantName(name));
}

function readPrices(prices: unknown): () => PriceBook | undefined {
  const book = asItIsNow('pagesPrices', prices, parsePriceBook);
  if (prices !== undefined && typeof prices !== 'function' && !book())
    refuseOption('pagesPrices', 'is not a price book', 'write { "asterisk": "USD 149, IN: USD 99" }');
  return book;
}

function readRules(rules: unknown): () => readonly unknown[] {
  if (rules !== undefined && typeof rules !== 'function')
    parsePageRules(rules, parseCondition, (_code, text) =>
      refuseOption(
        'pagesRules',
        `has what cannot be used: ${text}`,
        'write [{ "select": "#price", "currency": "USD 49, EUR 45" }]',
      ),
    );
  const list = asItIsNow('pagesRules', rules, (given) => (Array.isArray(given) ? (given as unknown[]) : undefined));
  return () => list() ?? [];
}

/** What a function gives is parsed when it gives something new. */
function asItIsNow<Value>(
  option: string,
  value: unknown,
  parse: (value: unknown) => Value | undefined,
): () => Value | undefined {
  let [given, parsed]: [unknown, Value | undefined] = [value, parse(value)];
  if (typeof value !== 'function') return () => parsed;
  const read = (): unknown => {
    const now: unknown = attempt(() => value() as unknown);
    // Nobody awaits it, and a rejection would end a program on Node.
    if (now instanceof Promise) now.catch(() => {});
    return now;
  };
  if (read() instanceof Promise)
    refuseOption(
      option,
      'is a function that returns a promise, and no page waits for what it has',
      'let it return what you have, and fetch the next one beside it',
    );
  return () => {
    // A function that fails gives what it gave before: no error may cost a page.
    const now = read() ?? given;
    if (now !== given && !(now instanceof Promise)) [given, parsed] = [now, parse(now)];
    return parsed;
  };
}

/** `shop choice` as a name. */
function meantName(text: unknown): string | undefined {
  const name = textOf(text)
    .trim()
    .replace(/[^\w-]+/g, '_');
  return /[a-z]/i.test(name) ? name : undefined;
}

function readHeaderNames(option: string, names: readonly string[]): ReadonlySet<string> {
  const wrong = names.find((name) => !/^[a-z0-9-]+$/i.test(name));
  if (wrong !== undefined)
    refuseOption(option, `has ${JSON.stringify(wrong)}`, 'write names of headers, with letters, digits and -');
  return new Set(names.map((name) => name.toLowerCase()));
}

function readPassedNames(names: readonly string[], dropped: ReadonlySet<string>): ReadonlySet<string> {
  const passed = readHeaderNames('pagesPassHeaders', names);
  for (const name of passed) {
    if (neverPassed.has(name))
      refuseOption('pagesPassHeaders', `has ${name}, which the proxy itself sets or keeps back`, 'leave it out');
    if (dropped.has(name))
      refuseOption('pagesPassHeaders', `has ${name}, and pagesDropHeaders has it too`, 'leave it out of one of them');
  }
  return passed;
}

function readHosts(hosts: readonly string[] | undefined): PageSettings['hosts'] {
  if (hosts === undefined) return undefined;
  const fix = 'write the hosts as they stand in the address bar, such as shop.example, with a port where there is one';
  if (hosts.length === 0) refuseOption('pagesHosts', 'is an empty list', fix);
  return new Set(
    hosts.map((host) => {
      const name = host.toLowerCase();
      // URLs may have a host called `*`, which is no pattern.
      if (/[*,]/.test(name) || !URL.canParse(`http://${name}/`) || new URL(`http://${name}/`).host !== name)
        refuseOption('pagesHosts', `has ${JSON.stringify(host)}`, fix, meantHost(host));
      return name;
    }),
  );
}

/** http is fine, since the pages' server is often on the same machine or network. */
function readOrigin(text: string): string {
  const fix = 'write scheme and host that your pages come from, such as http://127.0.0.1:3000';
  const meant = meantOrigin(text, 'http');
  if (!URL.canParse(text)) return refuseOption('pages', 'is not a URL', fix, meant);
  const { protocol, origin, href } = new URL(text);
  if (!/^https?:$/.test(protocol) || href !== `${origin}/`)
    return refuseOption('pages', 'has more or less than scheme and host', fix, meant);
  return origin;
}

import { documentation } from '../proxy/node/documentation.ts';
import { doctorHeaders } from '../proxy/request/doctor-request.ts';
import { packedCountryFields } from '../record/packed-countries.ts';
import { attempt } from '../rules/attempt.ts';
import { chosenRecord, factsOfChoice } from '../rules/choice.ts';
import type { Facts } from '../rules/facts.ts';
import { parsePriceBook } from '../rules/money/price-book.ts';
import type { PriceBook } from '../rules/money/price.ts';
import type { Choice } from '../rules/visitor-words.ts';
import type { DoctorSecret } from './check-countries.ts';
import { embeddedIn, pageAs, requestPage } from './check-page.ts';
import { usableRates } from './check-rates.ts';
import { bad, type Finding, good, skipped } from './finding.ts';
import { tagsIn } from './markup.ts';
import { type PagePrices, readPagePrices } from './page-prices.ts';
import { changesForCrawlers, estimates, mismatches, serverMismatches } from './price-mismatches.ts';
import { choiceOf, crawlers, linkTo, listsFor, moneyOf, textOf, type View } from './price-view.ts';
import { NotAsked, type Reply, request } from './reply.ts';

/** As a visitor of which countries the prices are compared, in the words that a link takes. */
export interface PriceQuestion {
  readonly choices: readonly string[];
  readonly secret?: DoctorSecret | undefined;
}

/**
 * Compares the prices that a page shows with those that it tells programs: as it stands, and as a link shows it for
 * some countries, for crawlers with scripts and without. What scripts show is decided by the rules themselves.
 *
 * @param parameter the name of the parameter that carries a choice, or `off`.
 */
export async function checkPrices(
  page: Reply,
  parameter: string,
  { choices, secret }: PriceQuestion,
): Promise<Finding[]> {
  const settings = readPagePrices(page.text, undefined).settings;
  const { book, findings } = await readBook(settings['prices'], page.url);
  const own = readPagePrices(page.text, book);
  if (!own.listed.length) return findings.length > 0 ? findings : pricesUnseen(own);

  const record = embeddedIn(page)?.record;
  const isWritten = isWrittenByServer(page, own);
  const tried = [...new Set([crawlers, ...choices])];
  const read = (prices: PagePrices, visitor: Facts['record'], choice?: Choice) => ({
    prices,
    facts: { record: visitor, page: {}, groups: prices.groups, priceBook: book, ...factsOfChoice(choice) },
  });
  const views: View[] = [{ label: 'as it stands', isScripted: false, ...read(own, record) }];
  for (const words of tried) {
    const choice = choiceOf(words);
    const linked = parameter === 'off' ? undefined : await requestPage(linkTo(page.url, parameter, words));
    const broken = linked && brokenLink(linked, parameter, words);
    if (broken) findings.push(broken);
    const prices = linked && !broken ? readPagePrices(linked.text, book) : own;
    const seen = { words, ...read(prices, chosenRecord(choice, record), choice) };
    if (linked && !broken) views.push({ label: `for ${words} without scripts`, isScripted: false, ...seen });
    views.push({ label: `for ${words}`, isScripted: true, ...seen });
    const country = choice?.fields.countryCode;
    if (isWritten && secret?.origins.includes(new URL(page.url).origin) === true && country) {
      const headers = { [doctorHeaders.visitor]: country, [doctorHeaders.secret]: secret.text };
      const written = readPagePrices((await pageAs(page.url, headers)).text, book);
      views.push({
        label: `as written for ${country}`,
        isScripted: false,
        ...read(written, packedCountryFields(country)),
      });
    }
  }

  const links = { url: page.url, parameter, choices: tried, views };
  const compared = [
    ...mismatches(views, links),
    ...(isWritten ? [...serverMismatches(views, links), ...changesForCrawlers(views, links)] : []),
    ...estimates(views, links, await usableRates(page)),
  ];
  findings.push(...compared);
  if (isWooCommerce(page) && own.listed.some(({ tag }) => new Set(tag.prices.map(({ currency }) => currency)).size > 1))
    findings.push(
      skipped(
        'prices',
        `WooCommerce alone charges in the currency of the shop: prices in other currencies are shown only, unless a plugin charges them. ${documentation('checkout', 'woocommerce')}`,
      ),
    );
  const others = own.stated.filter((stated) => !listsFor(stated, own).length);
  const reasons = others.map(({ source, price }) => `${source}: no list of the page has its ${textOf(moneyOf(price))}`);
  for (const reason of new Set([...own.unusable, ...own.unknown, ...reasons]))
    findings.push(skipped('prices', `Not compared: ${reason}.`));
  // What cannot be written is named above.
  if (!own.stated.length && !own.unusable.length)
    findings.push(
      skipped('prices', 'The page shows prices from lists, and has no structured data to compare them with.'),
    );
  else if (
    own.stated.length &&
    others.length < own.stated.length &&
    !findings.some(({ result }) => result === 'bad' || result === 'warning')
  )
    findings.push(
      good(
        'prices',
        `The page and its structured data (${sourcesOf(own)}) say the same price, as it stands and for ${tried.join(', ')}.`,
      ),
    );
  return findings;
}

/** Why the prices of a page without a list are not compared, where that is not plain. */
function pricesUnseen({ stated, unknown }: PagePrices): Finding[] {
  const following = stated.filter(({ list }) => list !== undefined).map(({ source }) => source);
  const reasons = [
    ...unknown,
    ...[...new Set(following)].map((source) => `${source} follows a list, and no price in the HTML does`),
  ];
  return reasons.map((reason) => skipped('prices', `Not compared: ${reason}.`));
}

/** WooCommerce names itself on each page of its shop. */
function isWooCommerce({ text }: Reply): boolean {
  return tagsIn(text).some(
    ({ attributes }) =>
      attributes.get('name')?.toLowerCase() === 'generator' && attributes.get('content')?.startsWith('WooCommerce'),
  );
}

function sourcesOf(prices: PagePrices): string {
  const compared = prices.stated.filter((stated) => listsFor(stated, prices).length);
  return [...new Set(compared.map(({ source }) => source))].join(', ');
}

/** Whether a server writes the page for its visitor. By the second attribute its record says that the markup is, too. */
export function isWrittenByServer({ text }: Reply, { listed }: PagePrices): boolean {
  const isMarked = tagsIn(text).some(
    ({ attributes }) => attributes.has('data-geo-record') && attributes.has('data-geo-edge'),
  );
  return isMarked || listed.some(({ serverText }) => serverText !== undefined);
}

/** The page's price book. Browsers fetch one that the settings name by its address. */
export async function readBook(
  written: unknown,
  pageUrl: string,
): Promise<{ readonly book: PriceBook | undefined; readonly findings: Finding[] }> {
  if (typeof written !== 'string') return { book: parsePriceBook(written), findings: [] };
  const url = attempt(() => new URL(written, pageUrl));
  const reply = url && (await request(url.href).catch(unlessNotAsked));
  const book = reply?.status === 200 ? parsePriceBook(attempt<unknown>(() => JSON.parse(reply.text))) : undefined;
  if (book) return { book, findings: [] };
  const answered = reply && reply.status !== 200 ? `answers ${reply.status}` : 'cannot be read';
  const fix = 'Its prices stay as written. Let the address send JSON such as { "asterisk": "USD 149, EUR 139" }.';
  return { book, findings: [bad('prices', `The price book at ${url?.href ?? written} ${answered}.`, fix)] };
}

function unlessNotAsked(error: unknown): undefined {
  if (error instanceof NotAsked) throw error;
  return undefined;
}

export function brokenLink({ status, url, text }: Reply, parameter: string, words: string): Finding | undefined {
  const name = `?${parameter}=${words}`;
  if (status !== 200 || !text)
    return bad(
      'prices',
      `The page with ${name} answers ${status}.`,
      'Let the server answer an address with this parameter as the one without it.',
    );
  if (new URL(url).searchParams.get(parameter) === words) return undefined;
  return bad(
    'prices',
    `The page with ${name} redirects to an address without it, and the choice is lost.`,
    'Let the redirect keep the query of the address.',
  );
}

import { documentation } from '../../proxy/node/documentation.ts';
import { attempt } from '../../rules/attempt.ts';
import { readingLimits } from '../../rules/reading-limits.ts';
import { requestPage } from '../check-page.ts';
import { brokenLink, readBook } from '../check-prices.ts';
import { usableRates } from '../check-rates.ts';
import { findLoaders } from '../check-script.ts';
import { bad, type Finding, good, skipped, warning } from '../finding.ts';
import { tagsIn } from '../markup.ts';
import { type Clock, createPace, ownClock } from '../pace.ts';
import { readElements } from '../page-tree.ts';
import { crawlers, isChoice } from '../price-view.ts';
import { NoAnswer, NotAsked, notLookedAt, type Reply, withLimits } from '../reply.ts';
import { settingsIn } from '../settings-block.ts';
import { comparePrice } from './compare-price.ts';
import { groupBy } from './group-by.ts';
import { parseFeedPrice, priceTextAt } from './feed-price.ts';
import { type LinkedFiles, type LinkedPage, readLinkedPage } from './linked-page.ts';
import { loadFeed } from './load-feed.ts';
import { type FeedProduct, readFeed } from './read-feed.ts';

/** A feed as an owner gives it to Merchant Center. */
export interface FeedQuestion {
  /** The name of a file, or an address. */
  readonly source: string;
  /** Whether more than the first products are compared. */
  readonly isWhole?: boolean;
  readonly clock?: Clock;
}

const mostProducts = 50;

/**
 * Compares the price of each product in a feed with the page behind its link.
 *
 * @param asked what the owner has typed. Links lead there, or to where it redirects: no other server gets a request.
 * @param choices for whom a page is looked at whose link chooses nothing.
 */
export async function checkFeed(
  { source, isWhole = false, clock = ownClock }: FeedQuestion,
  asked: string,
  page: Reply,
  choices: readonly string[],
): Promise<Finding[]> {
  const products = await loadFeed(source).then(readFeed).catch(unreadable);
  if ('result' in products) return [products];
  const origins = [...new Set([asked, page.url].map((url) => new URL(url).origin))];
  const ofOrigins = groupBy(products, ({ link }) => attempt(() => new URL(link).origin) ?? '');
  const here = origins.flatMap((origin) => ofOrigins.get(origin) ?? []);
  const compared = isWhole ? here : here.slice(0, mostProducts);
  const findings = [...ofOrigins].flatMap(([origin, those]) =>
    origins.includes(origin) ? [] : [notHere(origin, those)],
  );
  const uneven = products.filter(({ isUneven }) => isUneven);
  if (uneven.length > 0) findings.push(unevenRows(uneven));
  const findFiles = createFileReader();
  let agreeing = 0;
  const limits = {
    origins: [...origins, ...originsOfFiles(page)],
    mostBytes: readingLimits.pageBytes,
    pace: createPace(clock),
  };
  await withLimits(limits, async () => {
    for (const [link, those] of groupBy(compared, ({ link: written }) => pageOf(written))) {
      const read = await readLink(link, [...new Set([crawlers, ...choices])], findFiles);
      if ('result' in read) findings.push({ ...read, text: `${namesOf(those)}: ${read.text}` });
      else
        for (const product of those) {
          const finding = compare(product, read, clock.now());
          if (finding) findings.push(finding);
          else agreeing++;
        }
    }
  });
  if (agreeing > 0)
    findings.push(
      good('feed', `${countOf(agreeing)} with the same price in the feed and on the page behind the link.`),
    );
  if (compared.length < here.length)
    findings.push(
      skipped(
        'feed',
        `The first ${mostProducts} of ${countOf(here.length)} were compared: --all compares all of them.`,
      ),
    );
  return findings;
}

function unreadable(error: unknown): Finding {
  return bad(
    'feed',
    `The feed could not be read: ${error instanceof Error ? error.message : String(error)}.`,
    'Name the file or the address that Merchant Center reads: RSS or Atom with g:id, g:link and g:price, or a table with tabs whose first line has id, link and price.',
  );
}

function notHere(origin: string, products: readonly FeedProduct[]): Finding {
  if (!/^https?:/.test(origin))
    return bad(
      'feed',
      `${namesOf(products)}: the feed has no link that can be read.`,
      'Write the whole address, such as https://shop.example/shoes?geo-choice=DE.',
    );
  return warning(
    'feed',
    `${namesOf(products)}: not compared, since the link leads to ${origin}, and only the server of the page that you name is asked.`,
    `Run the doctor on a page there, with the same feed: npx geolet doctor ${origin}/ --feed ….`,
  );
}

function unevenRows(products: readonly FeedProduct[]): Finding {
  const whose = products.length === 1 ? 'its row has' : 'their rows have';
  return warning(
    'feed',
    `${namesOf(products)}: ${whose} more or fewer columns than the first line of the feed, so a price may stand in the wrong one.`,
    'Write as many columns into each row. Put quotation marks around a text that has a tab, a line end or a quotation mark in it, and write such a mark twice.',
  );
}

type FindFiles = (page: Reply) => Promise<LinkedFiles>;

/** Requests each address of a price book, and of exchange rates, once. */
function createFileReader(): FindFiles {
  const books = new Map<string, ReturnType<typeof readBook>>();
  const ratesAt = new Map<string, ReturnType<typeof usableRates>>();
  return async (page) => {
    const { prices, rates } = settingsIn(readElements(page.text));
    const book = await readOnce(books, addressOf(prices, page), () => readBook(prices, page.url));
    return { book: book.book, rates: await readOnce(ratesAt, addressOf(rates, page), () => usableRates(page)) };
  };
}

function readOnce<Value>(
  known: Map<string, Promise<Value>>,
  address: string | undefined,
  read: () => Promise<Value>,
): Promise<Value> {
  const found = (address === undefined ? undefined : known.get(address)) ?? read();
  if (address !== undefined) known.set(address, found);
  return found;
}

function addressOf(written: unknown, { url }: Reply): string | undefined {
  return typeof written === 'string' ? attempt(() => new URL(written, url).href) : undefined;
}

/** Pages of the feed use the same price book and rates as the page that was asked for. */
function originsOfFiles(page: Reply): string[] {
  const { prices, rates } = settingsIn(readElements(page.text));
  return [prices, rates].flatMap((written) => {
    const address = addressOf(written, page);
    return address === undefined ? [] : [new URL(address).origin];
  });
}

/** @returns what is wrong if there is no page. */
async function readLink(link: string, tried: readonly string[], findFiles: FindFiles): Promise<LinkedPage | Finding> {
  try {
    const page = await requestPage(link);
    if (page.status !== 200)
      return bad(
        'feed',
        `the link answers ${page.status}: ${link}.`,
        'Correct the link, or take the product out of the feed.',
      );
    const loader = findLoaders(tagsIn(page.text), new URL(page.url))[0];
    const parameter = loader?.tag.attributes.get('data-choice-parameter') || 'geo-choice';
    const words = parameter === 'off' ? null : new URL(link).searchParams.get(parameter);
    const broken = words === null ? undefined : brokenLink(page, parameter, words);
    if (broken) return { ...broken, check: 'feed' };
    if (words !== null && !isChoice(words))
      return bad(
        'feed',
        `${parameter} is "${words}" in the link, which chooses nothing.`,
        `Write a country or a currency, such as ${parameter}=DE: ${documentation('links')}`,
      );
    return readLinkedPage(page, link, parameter, { ...(await findFiles(page)), tried });
  } catch (error) {
    if (error instanceof NotAsked)
      return warning(
        'feed',
        `${notLookedAt(error)} The link is ${link}.`,
        'Name the address in the feed that the link redirects to.',
      );
    if (error instanceof NoAnswer)
      return bad(
        'feed',
        `the link could not be read, ${error.message}: ${link}.`,
        'Correct the link, or run the doctor again.',
      );
    throw error;
  }
}

function compare(product: FeedProduct, page: LinkedPage, now: number): Finding | undefined {
  const text = priceTextAt(product, now);
  const price = parseFeedPrice(text);
  if (price) return comparePrice({ id: product.id, price }, page);
  return bad(
    'feed',
    `${namesOf([product])}: the feed has ${text === '' ? 'no price' : `the price "${text.slice(0, 40)}", which cannot be read`}.`,
    'Write amount and currency, such as 149.00 USD.',
  );
}

/** Pages are the same behind each fragment of their address. */
function pageOf(link: string): string {
  const url = new URL(link);
  url.hash = '';
  return url.href;
}

const mostNames = 3;

function namesOf(products: readonly FeedProduct[]): string {
  const names = products.slice(0, mostNames).map(({ id }) => id.slice(0, 50) || 'without an id');
  const rest = products.length - names.length;
  return `Product${products.length > 1 ? 's' : ''} ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function countOf(products: number): string {
  return `${products} product${products === 1 ? '' : 's'}`;
}

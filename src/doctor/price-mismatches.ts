import { rateOf, type Rates } from '../rules/money/conversion.ts';
import { bad, type Finding, warning } from './finding.ts';
import type { ListedPrice, StatedPrice } from './page-prices.ts';
import {
  crawlers,
  decide,
  fold,
  isSame,
  type Links,
  linkShowing,
  listsFor,
  type Money,
  moneyOf,
  saidPrice,
  shownPrice,
  textOf,
  type View,
} from './price-view.ts';

/** One price that is said otherwise somewhere. */
interface Mismatch {
  readonly shows: string;
  readonly says: string;
  readonly fix: string;
  readonly views: View[];
}

export function mismatches(views: readonly View[], links: Links): Finding[] {
  const found = new Map<string, Mismatch>();
  for (const one of views)
    for (const stated of one.prices.stated) {
      const said = saidPrice(stated, one);
      const wrong = findWrong(stated, one, said);
      if (!wrong) continue;
      const { listed, price } = wrong;
      const shows = `${nameOf(stated.product)} shows ${textOf(price)}`;
      const says = `${stated.source} says ${textOf(said)}`;
      // Where the HTML itself has two prices, all that follows from it is not said again.
      const key = isWrittenOtherwise(stated, listed) ? stated.source : `${shows} ${says}`;
      const known = found.get(key);
      if (!known) found.set(key, { shows, says, fix: fixFor(stated, listed, said, links), views: [one] });
      else if (known.shows === shows && known.says === says) known.views.push(one);
    }
  return [...found.values()].map(({ shows, says, fix, views: where }) =>
    bad('prices', `${shows} ${labelOf(where)}, and ${says}.`, fix),
  );
}

/** The price on the page that should be the one that programs read. */
function findWrong(
  stated: StatedPrice,
  view: View,
  said: Money,
): { readonly listed: ListedPrice; readonly price: Money } | undefined {
  const shown = listsFor(stated, view.prices).flatMap((listed) => {
    const price = shownPrice(listed, view);
    return price ? [{ listed, price, isRight: isSame(price, said) }] : [];
  });
  const right = shown.find(({ isRight }) => isRight);
  if (!right) return shown[0];
  // A list may be for another product. The same list is not, and one of their texts may be old.
  const { list, writtenPrice } = right.listed;
  return shown.find(
    ({ listed, isRight }) => !isRight && (writtenPrice ?? listed.writtenPrice) && fold(listed.list) === fold(list),
  );
}

/** Where a choice has the same with scripts, it needs no words for those without. */
function labelOf(views: readonly View[]): string {
  const withScripts = views.filter(({ isScripted }) => isScripted).map(({ words }) => words);
  const stands = views.filter(({ words }) => words === undefined);
  const links = views.filter(({ isScripted, words }) => !isScripted && !(words && withScripts.includes(words)));
  const labels = (stands.length ? stands : links).map(({ label }) => label);
  return [...labels, ...(withScripts.length ? [`for ${withScripts.join(', ')}`] : [])].join(', ');
}

function isWrittenOtherwise({ original }: StatedPrice, { writtenPrice, tag: { prices } }: ListedPrice): boolean {
  const written = writtenPrice ?? prices[0];
  return written !== undefined && !isSame(written, moneyOf(original));
}

function fixFor(stated: StatedPrice, listed: ListedPrice, said: Money, links: Links): string {
  const { original, source } = stated;
  const link = linkShowing(links, listed, said);
  const shows = link === undefined ? undefined : `shows ${textOf(said)}: put this link into ads and feeds`;
  const text = listed.writtenPrice && `your text says ${textOf(listed.writtenPrice)}, `;
  if (isWrittenOtherwise(stated, listed))
    return [
      `Write the same price ${text ? 'everywhere' : 'into both'}: ${text ?? ''}your list is ${listed.list}, and ${source} has ${textOf(moneyOf(original))} in your HTML.`,
      ...(shows === undefined ? [] : [`${link} ${shows} until then.`]),
    ].join(' ');
  const cause = causeOf(stated, listed);
  return shows === undefined ? cause : `${cause} ${link} ${shows}.`;
}

function causeOf({ source, list, isIgnored }: StatedPrice, listed: ListedPrice): string {
  if (source !== 'JSON-LD' && source !== 'microdata') return `Geolet does not write ${source}.`;
  const attribute = `data-geo-offer="${listed.list}"`;
  if (isIgnored) return `It is in data-geo-ignore, where Geolet writes nothing: take it out, with ${attribute}.`;
  return list === undefined ? `Add ${attribute} to it.` : `Give it the same list: ${attribute}.`;
}

/** Where a server writes another price than scripts show with the same link. */
export function serverMismatches(views: readonly View[], { parameter }: Links): Finding[] {
  const found = new Map<string, Finding>();
  for (const one of views) {
    if (!one.words || one.isScripted) continue;
    for (const listed of one.prices.listed) {
      const [written, decided] = [shownPrice(listed, one), shownPrice(listed, { ...one, isScripted: true })];
      if (!written || !decided || isSame(written, decided)) continue;
      const text = `With ?${parameter}=${one.words} the server writes ${textOf(written)}, and scripts show ${textOf(decided)}.`;
      const fix = `Give the server the same name of the parameter, ${parameter}, and the same price book: choiceParameter and prices, or GEOLET_PAGES_CHOICE_PARAMETER and GEOLET_PAGES_PRICES.`;
      found.set(text, bad('prices', text, fix));
    }
  }
  return [...found.values()];
}

/** Where a server writes another price for crawlers than the owner did. */
export function changesForCrawlers(views: readonly View[], links: Links): Finding[] {
  const crawler = views.find(({ words, isScripted }) => words === crawlers && isScripted);
  const found = new Map<string, Finding>();
  for (const listed of crawler?.prices.listed ?? []) {
    const [base] = listed.tag.prices;
    const decided = crawler && decide(listed, crawler.facts);
    if (!base || !decided || isSame(base, decided)) continue;
    const link = linkShowing(links, listed, base);
    const text = `The server writes this page for its visitor: a crawler from the US reads ${textOf(decided)}, and your HTML says ${textOf(base)}.`;
    const fix =
      link === undefined
        ? 'Turn the link on (data-choice-parameter), and put it into ads and feeds.'
        : `${link} shows ${textOf(base)}: put this link into ads and feeds.`;
    found.set(text, warning('prices', text, fix));
  }
  return [...found.values()];
}

/**
 * Converted prices, which structured data never say.
 *
 * @param rates those that browsers use. Undefined: no price is converted.
 */
export function estimates(views: readonly View[], links: Links, rates: Rates | undefined): Finding[] {
  if (!rates) return [];
  const found = new Map<string, Finding>();
  for (const { isScripted, label, prices, facts } of views) {
    const currency = facts.record?.currencyCode;
    const hasRate = (code: string | undefined) => code !== undefined && rateOf(rates, code) !== undefined;
    if (!isScripted || !hasRate(currency)) continue;
    for (const listed of prices.listed) {
      let isEstimate = false;
      const price = decide(listed, {
        ...facts,
        estimate() {
          isEstimate = true;
          return undefined;
        },
      });
      if (!isEstimate || !price || !hasRate(price.currency)) continue;
      const link = linkShowing({ ...links, choices: [] }, listed, price);
      const instead = link === undefined ? '' : `, or put ${link} into ads and feeds: it shows ${textOf(price)}`;
      found.set(
        label + fold(listed.list),
        warning(
          'prices',
          `${textOf(price)} shows as an estimate in ${currency} ${label}, which no checkout charges and structured data never say.`,
          `Add a price in ${currency} to the list${instead}.`,
        ),
      );
    }
  }
  return [...found.values()];
}

const nameOf = (product: string | undefined): string => (product ? `"${product.slice(0, 80)}"` : 'The page');

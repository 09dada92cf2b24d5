import { chosenRecord, factsOfChoice } from '../../rules/choice.ts';
import type { VisitorRecord } from '../../record/record.ts';
import type { Rates } from '../../rules/money/conversion.ts';
import type { PriceBook } from '../../rules/money/price.ts';
import { embeddedIn } from '../check-page.ts';
import { isWrittenByServer } from '../check-prices.ts';
import { readPagePrices, type PagePrices } from '../page-prices.ts';
import { choiceOf, type Links, type View } from '../price-view.ts';
import type { Reply } from '../reply.ts';

/** A page behind a link of the feed. */
export interface LinkedPage {
  readonly prices: PagePrices;
  readonly links: Links;
  /** What the link chooses. Undefined: nothing. */
  readonly words: string | undefined;
  readonly isWritten: boolean;
  /** Those that browsers convert its prices by. */
  readonly rates: Rates | undefined;
}

/** What the settings of a page name by an address, or have in them. */
export interface LinkedFiles {
  readonly book: PriceBook | undefined;
  readonly rates: Rates | undefined;
}

/**
 * Reads a page as programs do that run no scripts, and as it shows with scripts: for those whom the link chooses, or
 * for visitors from some places.
 */
export function readLinkedPage(
  page: Reply,
  link: string,
  parameter: string,
  { book, rates, tried }: LinkedFiles & { readonly tried: readonly string[] },
): LinkedPage {
  const prices = readPagePrices(page.text, book);
  const words = parameter === 'off' ? undefined : (new URL(page.url).searchParams.get(parameter) ?? undefined);
  const choice = words === undefined ? undefined : choiceOf(words);
  const factsOf = (record: VisitorRecord | undefined) => ({
    record,
    page: {},
    groups: prices.groups,
    priceBook: book,
    ...factsOfChoice(choice),
  });
  const scripted = choice?.place
    ? [{ label: 'with scripts', record: chosenRecord(choice, undefined) }]
    : tried.map((place) => ({
        label: `for ${place}`,
        record: chosenRecord(choice, chosenRecord(choiceOf(place), undefined)),
      }));
  const views: View[] = [
    { label: 'without scripts', prices, facts: factsOf(embeddedIn(page)?.record), isScripted: false },
    ...scripted.map(({ label, record }) => ({ label, prices, facts: factsOf(record), isScripted: true })),
  ];
  const isWritten = isWrittenByServer(page, prices);
  return { prices, links: { url: link, parameter, choices: tried, views }, words, isWritten, rates };
}

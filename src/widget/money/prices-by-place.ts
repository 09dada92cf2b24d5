import type { Estimate, ShowByPlace } from '../../rules/facts.ts';
import { showByPlace, unusableIn } from '../../rules/money/by-place.ts';
import type { PriceTag } from '../../rules/money/price.ts';
import { platformText } from '../../rules/text/platform-text.ts';
import type { Core } from '../api/core.ts';
import { native } from '../dom/native.ts';

/** @param question all that the price depends on. */
type ShowAndKeep = (question: string, ...asked: Parameters<ShowByPlace>) => ReturnType<ShowByPlace>;

/**
 * The entry of a lazy file, fetched when a page has a price list that names places. What it shows is kept for the next
 * page, which then shows it from the first frame and without this file.
 */
export default function startPricesByPlace(core: Core): ShowAndKeep {
  const { rules, report, visitor, signal, isComplete, openingTagOf } = core;
  /** Lists that cannot be used, and were reported. */
  const named = new Set<string>();

  function refuse(tag: PriceTag, text: string): undefined {
    // The parser may not have reached the settings block yet, which has the owner's groups.
    if (!isComplete(document)) addEventListener('DOMContentLoaded', visitor.reconsider, { once: true, signal });
    else if (!named.has(JSON.stringify(tag))) {
      named.add(JSON.stringify(tag));
      const element = elementWith(tag);
      report('unusable-prices', element ? openingTagOf(element) : text);
    }
  }

  return (question, tag, facts, locale) => {
    const unusable = unusableIn(tag, facts.groups);
    if (unusable) return refuse(tag, unusable.text);
    // A guess knows a country, and no price may depend on it.
    if (visitor.status === 'provisional') return undefined;
    // What is converted, now or once the rates are there, changes with them.
    let mayChange = false;
    const estimate: Estimate = (...asked) => {
      mayChange = true;
      return facts.estimate?.(...asked);
    };
    const shown = showByPlace(rules, tag, { ...facts, estimate }, locale);
    if (shown && !mayChange) platformText([question], facts, () => [shown.text, shown.was ?? []].flat().join('\n'));
    return shown;
  };
}

/** The page's first element with this list; undefined where it is in a shadow tree. */
function elementWith({ prices }: PriceTag): Element | undefined {
  const isOfList = (text: string) =>
    prices.every(({ places = '', amount }) => text.includes(places) && text.includes(String(amount)));
  return [...native(document).querySelectorAll('geo-currency,[data-geo-currency]')].find((element) =>
    [...native(element).attributes].some(({ value }) => isOfList(value)),
  );
}

import { listCountryCodes } from '../../../record/packed-countries.ts';
import type { Core } from '../../api/core.ts';
import { countryOption } from './country-option.ts';
import { findByEitherName } from './find-by-either-name.ts';
import type { Choose, MakeList, HostElement, ShowChoices } from '../lazy-parts.ts';

interface List {
  /** The attributes and the language that it was made from. */
  readonly written: string;
  readonly select: HTMLSelectElement;
}

/**
 * A lazy file, fetched if a `<geo-select>` lists all countries or currencies, contains the owner's own controls, or
 * has a mistake to report.
 */
export default function startChoiceControls({ geolet, localeOf, report }: Core): ShowChoices {
  const lists = new WeakMap<HostElement, List>();
  const listening = new WeakSet<HostElement>();

  return (element, facts, makeList, choose) => {
    const own = element.querySelector('select,button');
    const list = facts && !own ? listOf(element, makeList) : undefined;
    // Don't insert a list that is already there: an open list would close.
    if (list && !list.isConnected) element._fillShadow(list);
    else if (!list && !(element.shadowRoot?.firstChild instanceof HTMLSlotElement)) element._fillShadow();
    listen(element, choose);
    for (const button of element.querySelectorAll('button'))
      button.ariaPressed = facts ? String(isNow(button.value)) : null;
    const select = list ?? own?.closest('select');
    if (facts && select) select.value = Array.from(select.options, ({ value }) => value).find(isNow) ?? '';
  };

  /** Whether the words describe the visitor. */
  function isNow(words: string): boolean {
    return !!words && geolet.matches(words.includes(':') ? words : `country: ${words}`) === true;
  }

  /** Listens to the owner's own controls. */
  function listen(element: HostElement, choose: Choose): void {
    if (listening.has(element)) return;
    listening.add(element);
    element.addEventListener('change', ({ target }) => void choose((target as HTMLSelectElement).value));
    element.addEventListener('click', ({ target }) => {
      const button = (target as Element).closest('button');
      if (element.contains(button) && button) void choose(button.ariaPressed === 'true' ? '' : button.value);
    });
  }

  function listOf(element: HostElement, makeList: MakeList): HTMLSelectElement {
    const locale = localeOf(element);
    const written = [
      ...['countries', 'currencies', 'label', 'reset'].map((name) => element.getAttribute(name)),
      locale,
    ].join('\n');
    const list = lists.get(element);
    if (list?.written === written) return list.select;
    const select = makeList(optionsOf(element, locale));
    findByEitherName(select);
    lists.set(element, { written, select });
    return select;
  }

  function optionsOf(element: HostElement, locale: string): HTMLOptionElement[] {
    const currencies = element.getAttribute('currencies');
    const codes: string[] =
      (currencies ?? element.getAttribute('countries') ?? '*').toUpperCase().match(/[^\s,]+/g) ?? [];
    const option = (code: string) => (currencies ? currencyOption(code, locale) : countryOption(code, locale));
    const others = () =>
      listCountryCodes()
        .filter((code) => !codes.includes(code))
        .map(option)
        .sort((a, b) => a.text.localeCompare(b.text, locale));
    return codes.flatMap((code) => {
      try {
        return code === '*' ? others() : [option(code)];
      } catch {
        report('unusable-value', element._source);
        return [];
      }
    });
  }
}

function currencyOption(code: string, locale: string): HTMLOptionElement {
  return new Option(`${code} – ${new Intl.DisplayNames(locale, { type: 'currency' }).of(code)}`, `currency: ${code}`);
}

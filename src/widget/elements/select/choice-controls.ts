import { listCountryCodes } from '../../../record/packed-countries.ts';
import { attempt } from '../../../rules/attempt.ts';
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
  const hearing = new WeakSet<HostElement>();

  return (element, facts, makeList, choose) => {
    const own = element.querySelector('select,button');
    const list = facts && !own ? listOf(element, makeList) : undefined;
    // Don't insert a list that is already there: an open list would close.
    if (list && !list.isConnected) element._fillShadow(list);
    else if (!list && !(element.shadowRoot?.firstChild instanceof HTMLSlotElement)) element._fillShadow();
    listen(element, choose);
    for (const button of element.querySelectorAll<HTMLButtonElement>('button[value]'))
      button.ariaPressed = facts ? String(isNow(button.value)) : null;
    const select = list ?? own?.closest('select');
    if (!facts || !select) return;
    select.value = Array.from(select.options, ({ value }) => value).find(isNow) ?? '';
    // Writes what stands in its place, and is no choice.
    if (select.matches('.select2-hidden-accessible')) jQueryOf(select)?.trigger('change.select2');
  };

  /** Whether the words describe the visitor. */
  function isNow(words: string): boolean {
    return !!words && geolet.matches(words.includes(':') ? words : `country: ${words}`) === true;
  }

  /** Listens to the owner's own controls. */
  function listen(element: HostElement, choose: Choose): void {
    if (listening.has(element)) return;
    listening.add(element);
    const early = element.querySelector('select');
    if (early && isChosen(early)) void choose(early.value);
    hearJQuery(element, choose);
    // jQuery may have come later.
    element.addEventListener('focusin', () => hearJQuery(element, choose));
    // A list that a script has drawn may have a field and buttons of its own.
    element.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLSelectElement) void choose(target.value);
    });
    element.addEventListener('click', ({ target }) => {
      const button = (target as Element).closest<HTMLButtonElement>('button[value]');
      if (element.contains(button) && button) void choose(button.ariaPressed === 'true' ? '' : button.value);
    });
  }

  /** Select2 draws a list over the owner's, and tells of a choice by an event of jQuery alone. */
  function hearJQuery(element: HostElement, choose: Choose): void {
    const own = hearing.has(element) ? undefined : jQueryOf(element);
    if (!own) return;
    hearing.add(element);
    own.on('change', ({ target, originalEvent }) => {
      if (!originalEvent) void choose((target as HTMLSelectElement).value);
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

/** Whether the visitor has chosen before this file came. What a browser restores has no focus. */
function isChosen(select: HTMLSelectElement): boolean {
  const options = Array.from(select.options);
  const start = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
  return select.matches(':focus') && select.value !== start?.value;
}

function currencyOption(code: string, locale: string): HTMLOptionElement {
  return new Option(`${code} – ${new Intl.DisplayNames(locale, { type: 'currency' }).of(code)}`, `currency: ${code}`);
}

/** What is used of an element in jQuery's hands. */
interface JQueryElement {
  on(type: string, listener: (event: { readonly target: unknown; readonly originalEvent?: unknown }) => void): unknown;
  trigger(type: string): unknown;
}

/** Undefined where the page has no jQuery. */
function jQueryOf(element: Element): JQueryElement | undefined {
  const { jQuery } = globalThis as { readonly jQuery?: (element: Element) => JQueryElement };
  return attempt(() => jQuery?.(element));
}

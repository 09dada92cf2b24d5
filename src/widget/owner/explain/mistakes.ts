import { closest } from '../../../record/closest.ts';
import { keptFields } from '../../../record/kept-fields.built.ts';
import { groupNames } from '../../../rules/conditions/groups.ts';
import { readBindings } from '../../../rules/markup/bindings.ts';
import { readValueElement } from '../../../rules/markup/value-element.ts';
import type { MistakeCode, Note } from '../../../rules/mistake.ts';
import { fold } from '../../../rules/text/fold.ts';
import type { Core } from '../../api/core.ts';
import { boundSelector } from '../../bindings/selector.ts';
import { domReader } from '../../dom/dom-reader.ts';
import { native } from '../../dom/native.ts';
import { causeOf, type Reported } from '../../report.ts';
import { conditional } from './typos.ts';
import { knownNames } from './visitor-values.ts';

/**
 * What was reported so far, with all that its owner needs. The console of a visitor gets a code and the tag of an
 * element, so that no page view pays for the words: they are found here, in the page's markup.
 */
export function reportsInWords(core: Core): readonly Reported[] {
  const words = wordsOnPage(core);
  return [...core.reported.values()].map((report) => {
    const { code, detail } = report;
    const kept = code === 'kept-back' ? keptFields[detail] : undefined;
    if (kept) return { code, detail: `${detail}: the proxy's GEOLET_EXPOSE=${kept}` };
    const own = words.get(causeOf(report));
    return own ? { code, detail: `${detail} ${[...own].join(', ')}` } : report;
  });
}

/** The words of every mistake in the page's markup, by what is reported of it. */
function wordsOnPage(core: Core): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const groups = core.visitor.facts?.groups;
  for (const element of native(document).querySelectorAll(`${boundSelector},${conditional},geo-text,geo-currency`)) {
    const note: Note = (code, text) => {
      const cause = causeOf({ code, detail: core.openingTagOf(element) });
      const words = describeMistake(code, text, [...(groups?.keys() ?? [])]);
      found.set(cause, (found.get(cause) ?? new Set()).add(words));
    };
    readBindings(domReader, element, groups, note);
    if (native(element).matches(conditional)) core.conditionOf(element, note);
    else if (native(element).matches('geo-text,geo-currency')) readValueElement(domReader, element, note);
  }
  return found;
}

/** What is at fault, with the likely fix. */
export function describeMistake(code: MistakeCode, text: string, groups: readonly string[]): string {
  const meant = meantBy(code, text, groups);
  return meant ? `${text}; did you mean ${meant}?` : text;
}

function meantBy(code: MistakeCode, text: string, groups: readonly string[]): string | undefined {
  const [name = '', value = ''] = text.split(': ');
  const bare = name.toLowerCase().replace(/^not-/, '');
  if (code === 'unusable-value') return meantValue(bare, value, groups);
  if (code !== 'unknown-condition') return undefined;
  return bare === 'region' ? 'state or subregion' : (withColon(text, groups) ?? closest(bare, knownNames));
}

/** `country=FR`, `eu unknown` and a bare `FR` lack the colon of the text form. */
function withColon(text: string, groups: readonly string[]): string | undefined {
  const [, name = '', wanted = ''] = /^([a-z-]+)(?:\s*=\s*|\s+)(\S.*)$/i.exec(text) ?? [];
  if (knownNames.includes(name.toLowerCase().replace(/^not-/, ''))) return `${name}: ${wanted.replace(/["']/g, '')}`;
  const values = text.split(/[\s,]+/);
  if (values.every((value) => /^[a-z]{2}$/i.test(value) && countryName(value.toUpperCase())))
    return `country: ${values.join(' ').toUpperCase()}`;
  return values.every((value) => [...groupNames, ...groups].includes(value.toLowerCase()))
    ? `group: ${values.join(' ')}`
    : undefined;
}

function meantValue(name: string, value: string, groups: readonly string[]): string | undefined {
  if (name === 'group') return closest(value, [...groupNames, ...groups]);
  return name === 'country' ? codeOfCountry(value) : undefined;
}

/** `germany` is DE. */
function codeOfCountry(name: string): string | undefined {
  codesByName ??= new Map(
    letters
      .flatMap((first) => letters.map((second) => first + second))
      // Countries of the past have names too, and a newer code.
      .filter((code) => countryName(code) !== undefined && new Intl.Locale(`und-${code}`).region === code)
      .map((code) => [fold(countryName(code) ?? ''), code]),
  );
  return codesByName.get(name);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
/** Made for the first name that is asked for: a page may have hundreds. */
let codesByName: ReadonlyMap<string, string> | undefined;
const namesOfCountries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** @returns undefined for a code that no country has. */
export function countryName(code: string): string | undefined {
  try {
    return namesOfCountries.of(code);
  } catch {
    return undefined;
  }
}

import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { candidatesFor } from '../../src/rules/text/locale-candidates.ts';
import { readPackage } from './packages.ts';

/**
 * AF AN AS EU NA OC SA, as CLDR numbers them. https://www.unicode.org/reports/tr35/tr35-info.html#Territory_Containment
 */
const codes = ['002', 'AQ', '142', '150', '003', '009', '005'];

type Names = readonly string[];

/**
 * The names of the continents in each language that CLDR covers, but English, which the record has. A variant is there
 * only where it differs.
 */
export function continentsTable(): Readonly<Record<string, Names>> {
  const { effectiveCoverageLevels } = readPackage('cldr-core/coverageLevels.json') as {
    effectiveCoverageLevels: Readonly<Record<string, string>>;
  };
  const main = join(dirname(createRequire(import.meta.url).resolve('cldr-localenames-full/package.json')), 'main');
  const locales = readdirSync(main).filter(
    (locale) =>
      !/^(en|und)\b/.test(locale) &&
      existsSync(join(main, locale, 'territories.json')) &&
      isCovered(locale, effectiveCoverageLevels),
  );
  const table: Record<string, Names> = {};
  for (const locale of locales.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    const names = namesIn(locale);
    const inherited = candidatesFor(locale)
      .map((candidate) => table[candidate])
      .find((found) => found !== undefined);
    if (names && names.join() !== inherited?.join()) table[locale] = names;
  }
  return Object.fromEntries(Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isCovered(locale: string, levels: Readonly<Record<string, string>>): boolean {
  const { language } = new Intl.Locale(locale);
  return [...candidatesFor(locale), language].some((candidate) => levels[candidate] !== undefined);
}

/** @returns undefined for a language in which CLDR leaves numbers for names. */
function namesIn(locale: string): Names | undefined {
  const { main } = readPackage(`cldr-localenames-full/main/${locale}/territories.json`) as {
    main: Readonly<
      Record<string, { readonly localeDisplayNames: { readonly territories: Readonly<Record<string, string>> } }>
    >;
  };
  const names = codes.map((code) => main[locale]?.localeDisplayNames.territories[code] ?? code);
  return names.some((name, index) => name === codes[index]) ? undefined : names;
}

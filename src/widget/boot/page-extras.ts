import { keptNames } from '../../record/fields.built.ts';
import { rootAttributes } from '../../rules/markup/root-attributes.ts';
import { parsePrices } from '../../rules/money/money.ts';
import type { Core } from '../api/core.ts';
import type { LazyFileStarter } from './lazy-files.ts';
import { ownField } from './settings.ts';
import type { OwnerSettings } from './settings-block.ts';
import type { PageExtras } from '../visitor/shared-visitor.ts';

/** What rules ask the page for while they answer: the owner's groups, and lazy files that most pages don't need. */
export function createPageExtras(
  files: LazyFileStarter,
  ownerSettings: () => OwnerSettings,
  core: () => Core,
): PageExtras {
  const conditions = files.lazy('conditions');
  const money = files.lazy('money');
  const continents = files.lazy('continents');
  const prices = files.lazy('prices');
  const dates = files.lazy('dates');

  return {
    get groups() {
      return ownerSettings().groups;
    },
    askLazy: (...question) => conditions()?.(...question),
    continentName(code, locale) {
      const nameOf = continents();
      return nameOf ? nameOf(code, locale) : '';
    },
    onMissingField(field) {
      const { report, visitor } = core();
      // Only for a lookup that knows the country: then the proxy may have kept the field back.
      if (keptNames.includes(field) && visitor.status === 'ready' && visitor.facts?.record?.countryCode)
        report('kept-back', field);
    },
    showByPlace(tag, facts, locale) {
      // All that the price depends on. Its sign depends on the visitor's language. For a guess there is none.
      const visitor = [facts.choseCurrency, rootAttributes(facts.record?.language, facts)];
      const { prices: book, groups } = ownerSettings().block;
      const listed = tag.sku ? ownField(book, tag.sku) : Array.isArray(tag.prices);
      const question = JSON.stringify([tag, listed, locale, core().visitor.status, visitor, groups]);
      const texts = facts.platformTexts;
      // A price book at an address is asked again on each page: what was kept serves until it is there.
      const shown = listed && texts?.has(question) ? undefined : prices()?.show(question, tag, facts, locale);
      const [text, was, base] = texts?.get(question)?.split('\n') ?? [];
      return shown ?? (text === undefined ? text : { text, was: was || undefined, base: parsePrices(base ?? '')?.[0] });
    },
    askDelivery: (...question) => dates()?.(...question),
    estimate(...price) {
      if (hasRates(ownerSettings())) return money()?.(...price);
      // The parser may not have reached the settings block yet.
      addEventListener('DOMContentLoaded', core().visitor.reconsider);
      return undefined;
    },
  };
}

function hasRates(settings: OwnerSettings): boolean {
  return !!(settings.block.rates || ownField(globalThis.geoletConfig, 'rates'));
}

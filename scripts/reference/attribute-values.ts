import { countries, currencies } from '../../src/record/countries.ts';
import { continentNames } from '../../src/record/country-fields.ts';
import { groupNames, placesIn } from '../../src/rules/conditions/groups.ts';
import type { NamedDoc } from './element-docs.ts';
import type { ConditionDoc } from './markup-docs.ts';

type ValueSetName = 'countries' | 'currencies' | 'continents' | 'groups' | 'conditions';

/** What editors complete in attributes that hold one or several of these, and other words as well. */
export type ValueSets = Readonly<Record<ValueSetName, readonly NamedDoc[]>>;

const setOfAttribute = new Map<string, ValueSetName>([
  ['country', 'countries'],
  ['countries', 'countries'],
  ['currency', 'currencies'],
  ['currencies', 'currencies'],
  ['continent', 'continents'],
  ['group', 'groups'],
  ['data-geo-show', 'conditions'],
  ['data-geo-hide', 'conditions'],
  ['data-geo-when', 'conditions'],
]);

export function valueSetOf(attribute: string): ValueSetName | undefined {
  return setOfAttribute.get(attribute.replace(/^not-/, ''));
}

/** What a name does not say by itself. */
function meaningOf(group: string): string {
  return group === 'usoptout' ? 'States whose law asks sites to honor an opt-out signal: ' : '';
}

export function readValueSets(conditions: readonly ConditionDoc[]): ValueSets {
  const currencyName = new Intl.DisplayNames('en', { type: 'currency' });
  return {
    countries: Object.entries(countries).map(([code, { name }]) => ({ name: code, description: name })),
    currencies: Object.keys(currencies).map((name) => ({ name, description: currencyName.of(name) ?? name })),
    continents: Object.entries(continentNames).map(([name, description]) => ({ name, description })),
    groups: groupNames.map((name) => ({
      name,
      description: `${meaningOf(name)}${placesIn(name).join(' ').toUpperCase()}`,
    })),
    conditions: conditions.map(({ name, description, bare }) => ({ name: bare ? name : `${name}: `, description })),
  };
}

import { candidatesFor } from '../../rules/text/locale-candidates.ts';
import table from './continents.generated.json' with { type: 'json' };

const codes = ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'];
const names: Readonly<Record<string, readonly string[]>> = table;

/** A lazy file for pages in other languages than English that write the name of a continent. */
export default function startContinentNames(): typeof continentName {
  return continentName;
}

function continentName(code: string, locale: string): string | undefined {
  const found = candidatesFor(locale).find((candidate) => Object.hasOwn(names, candidate));
  return found && names[found]?.[codes.indexOf(code)];
}

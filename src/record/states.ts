import table from './states.generated.json' with { type: 'json' };

const states: Readonly<Record<string, string>> = table;

/** The codes of a country's states (ISO 3166-2 without the country), with blanks between them. */
export function statesOf(country: string): string {
  return (Object.hasOwn(states, country) && states[country]) || '';
}

import table from './zones.generated.json' with { type: 'json' };

/** One line for each country: its code and the cities of its time zones. */
export const zones: string = Object.entries(table)
  .map(([country, places]) => ` ${country} ${places} `)
  .join('\n');

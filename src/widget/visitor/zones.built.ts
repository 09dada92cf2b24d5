import table from './zones.generated.json' with { type: 'json' };

/** A line for each country: its code, and the places that its time zones are named for. */
export const zones: string = Object.entries(table)
  .map(([country, places]) => ` ${country} ${places} `)
  .join('\n');

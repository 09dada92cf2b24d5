import timezonesTable from './timezones.generated.json' with { type: 'json' };

const timezones: Readonly<Record<string, string>> = timezonesTable;

/** The main zones of places as one text for browsers, a line for each zone: its name, then the codes of its countries and states. */
export const packedTimezones: string = [...new Set(Object.values(timezones))]
  .map((zone) => [zone, ...Object.keys(timezones).filter((place) => timezones[place] === zone)].join(' '))
  .join('\n');

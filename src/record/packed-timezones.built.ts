import timezonesTable from './timezones.generated.json' with { type: 'json' };

const timezones: Readonly<Record<string, string>> = timezonesTable;

/**
 * The main time zones of countries and states as one text for browsers, with a line for each zone: its name, then
 * their codes.
 */
export const packedTimezones: string = [...new Set(Object.values(timezones))]
  .map((zone) => [zone, ...Object.keys(timezones).filter((place) => timezones[place] === zone)].join(' '))
  .join('\n');

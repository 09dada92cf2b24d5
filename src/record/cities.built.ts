import citiesTable from './cities.generated.json' with { type: 'json' };

/** Cities as one text for browsers, with a line for each: country, name, latitude, longitude. */
export const packedCities: string = citiesTable.map((city) => city.join('|')).join('\n');

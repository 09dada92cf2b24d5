import { parseRecord } from '../../record/record.ts';
import type { CountryRow } from '../../rules/link-choice.ts';
import { textOf } from '../../rules/text/normalize.ts';
import type { Core } from '../api/core.ts';
import { ownField } from '../boot/settings.ts';

/** What follows from a country is a file of its own, such as `geolet-countries/jp.json`. Rejects without it. */
export async function fetchCountry({ fileUrl, signal }: Core, code: string): Promise<CountryRow> {
  const response = await fetch(fileUrl(`geolet-countries/${code.toLowerCase()}.json`), { signal });
  const row: unknown = response.ok ? await response.json() : undefined;
  const fields = parseRecord(row);
  if (fields?.countryCode !== code) throw new Error(`${response.status} ${response.url}`);
  return { fields, states: textOf(ownField(row, 'states')) };
}

import { askGroup, fieldText } from '../conditions/condition.ts';
import type { Facts } from '../facts.ts';
import { groupNames } from '../conditions/groups.ts';

/** Before the name of each attribute of the root element for the page's CSS: `data-visitor-country`. */
export const rootPrefix = 'data-visitor-';

/** What these attributes say, without the prefix of their names. Undefined for what is not known. */
export function rootAttributes(
  status: string | undefined,
  facts: Facts | undefined,
): Readonly<Record<string, string | undefined>> {
  const record = facts?.record;
  const country = record?.countryCode;
  return {
    status,
    country,
    state: country && record?.stateCode && `${country}-${record.stateCode}`,
    continent: record?.continentCode,
    currency: record?.currencyCode,
    eu: facts && fieldText('isEU', facts),
    groups:
      [...new Set([...groupNames, ...(facts?.groups?.keys() ?? [])])]
        .filter((name) => facts && askGroup(name, facts))
        .join(' ') || undefined,
  };
}

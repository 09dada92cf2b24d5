import { askGroup, fieldText } from '../conditions/condition.ts';
import type { Facts } from '../facts.ts';
import { groupNames } from '../conditions/groups.ts';

/** The attributes of the root element for the page's CSS: `data-visitor-country`. Undefined for what is not known. */
export function rootAttributes(
  status: string | undefined,
  facts: Facts | undefined,
): Readonly<Record<string, string | undefined>> {
  const record = facts?.record;
  const country = record?.countryCode;
  return {
    'data-visitor-status': status,
    'data-visitor-country': country,
    'data-visitor-state': country && record?.stateCode && `${country}-${record.stateCode}`,
    'data-visitor-continent': record?.continentCode,
    'data-visitor-currency': record?.currencyCode,
    'data-visitor-eu': facts && fieldText('isEU', facts),
    'data-visitor-groups':
      [...new Set([...groupNames, ...(facts?.groups?.keys() ?? [])])]
        .filter((name) => facts && askGroup(name, facts))
        .join(' ') || undefined,
  };
}

import { answer, parseCondition } from './condition.ts';
import type { Facts } from './facts.ts';
import { groupNames, type Groups } from './groups.ts';

/** What the page's CSS is told, as attributes of the root: `data-visitor-country`. What is not known has none. */
export function rootAttributes(status: string | undefined, facts: Facts | undefined, groups: Groups | undefined): Readonly<Record<string, string | undefined>> {
  const record = facts?.record;
  const country = record?.countryCode;
  const isEU = record?.isEU;
  const inGroup = (name: string) => facts && answer(parseCondition(`group: ${name}`, () => {}, groups), facts);
  return {
    'data-visitor-status': status,
    'data-visitor-country': country,
    'data-visitor-state': country && record?.stateCode && `${country}-${record.stateCode}`,
    'data-visitor-continent': record?.continentCode,
    'data-visitor-currency': record?.currencyCode,
    'data-visitor-eu': isEU === undefined ? isEU : isEU ? 'yes' : 'no',
    'data-visitor-groups': [...new Set([...groupNames, ...(groups?.keys() ?? [])])].filter(inGroup).join(' ') || undefined,
  };
}

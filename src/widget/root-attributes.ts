import type { Facts } from '../rules/facts.ts';
import { askGroup, known } from '../rules/condition.ts';
import { groupNames, type Groups } from '../rules/groups.ts';
import type { Status } from './visitor/visitor.ts';

/**
 * Tells the page's CSS where it is read: `html[data-visitor-country="DE"]`. What is not known has no attribute.
 *
 * @param status undefined takes them all away.
 */
export function writeRootAttributes(status?: Status, facts?: Facts, groups?: Groups): void {
  const record = facts?.record;
  const country = record?.countryCode;
  const attributes = {
    status,
    country,
    state: country && record?.stateCode && `${country}-${record.stateCode}`,
    continent: record?.continentCode,
    currency: record?.currencyCode,
    eu: facts && known('isEU', facts),
    groups: [...new Set([...groupNames, ...(groups?.keys() ?? [])])].filter((name) => facts && askGroup(name, facts)).join(' ') || undefined,
  };
  const root = document.documentElement;
  for (const [name, value] of Object.entries(attributes)) {
    const attribute = `data-visitor-${name}`;
    if (value === undefined) root.removeAttribute(attribute);
    else if (root.getAttribute(attribute) !== value) root.setAttribute(attribute, value);
  }
}

import type { Facts } from '../rules/facts.ts';
<<<<<<< HEAD
import { askGroup, known } from '../rules/condition.ts';
import { groupNames, type Groups } from '../rules/groups.ts';
=======
import type { Groups } from '../rules/groups.ts';
import { rootAttributes } from '../rules/root-attributes.ts';
>>>>>>> 3909aa1 (Write pages for their visitor on Workers, with the way back in them)
import type { Status } from './visitor/visitor.ts';

/**
 * Tells the page's CSS where it is read: `html[data-visitor-country="DE"]`.
 *
 * @param status undefined takes them all away.
 */
export function writeRootAttributes(status?: Status, facts?: Facts, groups?: Groups): void {
<<<<<<< HEAD
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
=======
>>>>>>> 3909aa1 (Write pages for their visitor on Workers, with the way back in them)
  const root = document.documentElement;
  for (const [attribute, value] of Object.entries(rootAttributes(status, facts, groups))) {
    if (value === undefined) root.removeAttribute(attribute);
    else if (root.getAttribute(attribute) !== value) root.setAttribute(attribute, value);
  }
}

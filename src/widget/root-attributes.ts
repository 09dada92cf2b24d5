import type { Facts } from '../rules/facts.ts';
import { answer, parseCondition } from '../rules/condition.ts';
import { groupNames } from '../rules/groups.ts';
import type { Status } from './visitor/visitor.ts';

const prefix = 'data-visitor-';

/** Tells the page's CSS where it is read: `html[data-visitor-country="DE"]`. What is not known has no attribute. */
export function writeRootAttributes(root: Element, status: Status, facts: Facts | undefined): void {
  const { countryCode, stateCode, continentCode, currencyCode, isEU } = facts?.record ?? {};
  const inGroup = (name: string) => facts && answer(parseCondition(`group: ${name}`, () => {}), facts);
  const attributes = {
    status,
    country: countryCode,
    state: countryCode && stateCode && `${countryCode}-${stateCode}`,
    continent: continentCode,
    currency: currencyCode,
    eu: isEU === undefined ? isEU : isEU ? 'yes' : 'no',
    groups: groupNames.filter(inGroup).join(' ') || undefined,
  };
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) root.removeAttribute(prefix + name);
    else if (root.getAttribute(prefix + name) !== value) root.setAttribute(prefix + name, value);
  }
}

export function removeRootAttributes(root: Element): void {
  for (const name of root.getAttributeNames()) if (name.startsWith(prefix)) root.removeAttribute(name);
}

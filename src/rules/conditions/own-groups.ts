import type { Condition, Groups } from './clause.ts';
import { parseCondition } from './condition.ts';
import type { Note } from '../mistake.ts';

/**
 * Reads the owner's groups: by name, a list of countries (`DE AT CH`, or an array) or a condition in text form
 * (`country: US; state: US-CA`). They know the built-in groups, but not each other.
 */
export function parseGroups(value: unknown, note?: Note): Groups {
  const groups = new Map<string, Condition>();
  for (const [name, written] of Object.entries(value ?? {})) {
    const text = Array.isArray(written) ? written.join(' ') : String(written);
    // A class `geo-show-de` must mean the country.
    if (!/^[a-z][a-z0-9]{2,}$/i.test(name)) {
      note?.('bad-settings', `groups: ${name}`);
      continue;
    }
    const isCondition = /[:;]|^(not-)?(eu|mobile|returning|gpc)$/i.test(text);
    groups.set(name.toLowerCase(), parseCondition(isCondition ? text : `country: ${text}`, undefined, note));
  }
  return groups;
}

import type { Condition, Groups, ReportMistake } from './clause.ts';
import { parseCondition } from './condition.ts';

/**
 * Reads the owner's groups: by name, a list of countries (`DE AT CH`, or an array) or a condition in text form
 * (`country: US; state: US-CA`). They know the built-in groups, not each other.
 */
export function parseGroups(value: unknown, report: ReportMistake): Groups {
  const groups = new Map<string, Condition>();
  for (const [name, written] of Object.entries(value ?? {})) {
    const text = Array.isArray(written) ? written.join(' ') : String(written);
    // A class `geo-show-de` must mean the country.
    if (!/^[a-z][a-z0-9]{2,}$/i.test(name)) report('bad-settings', `groups: ${name}`);
    else
      groups.set(
        name.toLowerCase(),
        parseCondition(/[:;]|^(not-)?(eu|mobile|returning)$/i.test(text) ? text : `country: ${text}`, report),
      );
  }
  return groups;
}

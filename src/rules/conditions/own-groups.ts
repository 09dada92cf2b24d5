import type { Condition, Groups } from './clause.ts';
import { parseCondition } from './condition.ts';
import type { Mistake, Parsed } from '../mistake.ts';

/**
 * Reads the owner's groups: by name, a list of countries (`DE AT CH`, or an array) or a condition in text form
 * (`country: US; state: US-CA`). They know the built-in groups, but not each other.
 */
export function parseGroups(value: unknown): Parsed<Groups> {
  const mistakes: Mistake[] = [];
  const groups = new Map<string, Condition>();
  for (const [name, written] of Object.entries(value ?? {})) {
    const text = Array.isArray(written) ? written.join(' ') : String(written);
    // A class `geo-show-de` must mean the country.
    if (!/^[a-z][a-z0-9]{2,}$/i.test(name)) {
      mistakes.push({ code: 'bad-settings', text: `groups: ${name}` });
      continue;
    }
    const isCondition = /[:;]|^(not-)?(eu|mobile|returning)$/i.test(text);
    const condition = parseCondition(isCondition ? text : `country: ${text}`);
    mistakes.push(...condition.mistakes);
    groups.set(name.toLowerCase(), condition.value);
  }
  return { value: groups, mistakes };
}

import { type ConditionRow, conditionTable } from './condition-table.ts';

/**
 * The table of conditions in fewer bytes: `country:country:countryCode near:expression:latitude:lazy city:name`. The name
 * of the field is missing where it is that of the condition.
 */
export const packedConditions = Object.entries<ConditionRow>(conditionTable)
  .map(([name, { kind, field, lazy }]) => {
    if (lazy) return [name, kind, field, 'lazy'];
    return field === name ? [name, kind] : [name, kind, field];
  })
  .map((row) => row.join(':'))
  .join(' ');

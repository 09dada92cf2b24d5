import { parseRecord, type VisitorRecord } from '../record/record.ts';
import { requestFields } from '../record/fields.built.ts';
import type { Facts } from './facts.ts';
import type { Choice } from './visitor-words.ts';

/** The record of a visitor who chose: their clock, language and device stay their own. */
export function chosenRecord<Found extends VisitorRecord | undefined>(
  choice: Choice | undefined,
  lookedUp: Found,
): VisitorRecord | Found {
  if (!choice) return lookedUp;
  const { fields, place } = choice;
  const kept = Object.entries({ ...lookedUp }).filter(([name]) => !place || requestFields.includes(name));
  // No prototype: the page may have put a `countryCode` on `Object.prototype`.
  return { __proto__: null, ...Object.fromEntries(kept), ...fields } as VisitorRecord;
}

/** What of a choice is no field of the record. */
export function factsOfChoice(choice: Choice | undefined): Pick<Facts, 'choseCurrency'> {
  return { choseCurrency: choice?.currency };
}

/** What becomes of an earlier choice. Undefined: it is taken back. */
export type ChoiceChange = (earlier: Choice | undefined) => Choice | undefined;

/**
 * Adds a choice to an earlier one: a visitor who has chosen Japan and then dollars is in Japan and sees dollars. A
 * choice of a place replaces the earlier choice.
 */
export function addChoice(made: Choice | undefined, earlier: Choice | undefined): Choice | undefined {
  return made && earlier && !made.place
    ? {
        fields: { ...earlier.fields, ...made.fields },
        place: earlier.place,
        currency: !!(made.currency ?? earlier.currency),
      }
    : // As it is read again on the next page: what is kept for a choice goes by all of it.
      made && { ...made, currency: !!made.currency };
}

/** Reads a remembered choice, which an older version or another script may have written. */
export function parseChoice(value: unknown): Choice | undefined {
  const { fields, place, currency } = (value ?? {}) as Partial<Choice>;
  const parsed = parseRecord(fields);
  return parsed && { fields: parsed, place: !!place, currency: !!currency };
}

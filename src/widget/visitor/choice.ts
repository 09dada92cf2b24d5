import { parseRecord, type VisitorRecord } from '../../record/record.ts';
import { requestFields } from '../../record/request-fields.built.ts';
import type { Choice } from '../../rules/visitor-words.ts';

/** The record of a visitor who chose: their clock, language and device stay their own. */
export function chosenRecord({ fields, place }: Choice, looked: VisitorRecord = {}): VisitorRecord {
  const kept = place ? Object.fromEntries(requestFields.filter((name) => name in looked).map((name) => [name, looked[name]])) : looked;
  return { ...kept, ...fields };
}

/** Reads a remembered choice, which an older version or another script may have written. */
export function parseChoice(value: unknown): Choice | undefined {
  const { fields, place } = (value ?? {}) as Partial<Choice>;
  const parsed = parseRecord(fields);
  return parsed && { fields: parsed.record, place: place === true };
}

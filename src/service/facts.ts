import type { FieldName } from '../record/fields.ts';
import type { VisitorRecord } from '../record/record.ts';

/** Some fields of the record, every one spelt out so that none is forgotten. What is undefined is left out of the JSON. */
export type Facts<Names extends FieldName> = { readonly [Name in Names]: VisitorRecord[Name] | undefined };

import type { FieldName } from '../record/fields.ts';
import type { VisitorRecord } from '../record/record.ts';

/** Some fields of the record. Every field must be given, so that none is forgotten; JSON leaves undefined ones out. */
export type Facts<Names extends FieldName> = { readonly [Name in Names]: VisitorRecord[Name] | undefined };

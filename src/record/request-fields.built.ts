import { type FieldName, fieldNames, fields } from './fields.ts';

/** The fields that follow from the visitor's browser, not from where they are. */
export const requestFields: readonly FieldName[] = fieldNames.filter((name) => fields[name].origin === 'request');

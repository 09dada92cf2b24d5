import { type FieldName, type FieldType, fieldNames, fields } from './fields.ts';

/** Name and type of each field: all that parsing needs. Browser builds carry this value, not the table it is made from. */
export const fieldTypes: ReadonlyArray<readonly [FieldName, FieldType]> = fieldNames.map((name) => [name, fields[name].type]);

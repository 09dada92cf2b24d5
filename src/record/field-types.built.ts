import { type FieldName, type FieldType, fieldNames, fields } from './fields.ts';

/** The type of each field: all that parsing needs. Browser builds carry this value, not the table it is made from. */
export const fieldTypes = Object.fromEntries(fieldNames.map((name) => [name, fields[name].type])) as Readonly<
  Record<FieldName, FieldType>
>;

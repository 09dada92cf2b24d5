import { type FieldName, type FieldType, fieldNames, fields } from './fields.ts';

/**
 * The type of each field, which is all that parsing needs. Browser builds contain this value and not the whole table.
 */
export const fieldTypes = Object.fromEntries(fieldNames.map((name) => [name, fields[name].type])) as Readonly<
  Record<FieldName, FieldType>
>;

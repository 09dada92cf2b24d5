import { type FieldName, type FieldType, fieldNames, fields, type Field } from './fields.ts';

/**
 * The type of each field, which is all that parsing needs. Browser builds contain this value and not the whole table.
 */
export const fieldTypes = Object.fromEntries(fieldNames.map((name) => [name, fields[name].type])) as Readonly<
  Record<FieldName, FieldType>
>;

/** The value of `GEOLET_EXPOSE` that turns a field on, by the fields that are off by default. */
export const keptFields: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    fieldNames.filter((name) => (fields[name] satisfies Field).exposure === 'off').map((name) => [name, name]),
  ),
  // One of them alone has no use.
  latitude: 'latitude,longitude',
  longitude: 'latitude,longitude',
};

export const keptNames: readonly string[] = Object.keys(keptFields);

/** The fields that follow from the visitor's browser, not from where they are. */
export const requestFields: readonly FieldName[] = fieldNames.filter((name) => fields[name].origin === 'request');

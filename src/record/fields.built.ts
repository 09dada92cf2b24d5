import { type Field, type FieldName, fieldNames, fields, type FieldType } from './fields.ts';

const isKept = (name: FieldName) => (fields[name] satisfies Field).exposure === 'off';

/** The type of each field, which is all that parsing needs. */
export const fieldTypes = Object.fromEntries(fieldNames.map((name) => [name, fields[name].type])) as Readonly<
  Record<FieldName, FieldType>
>;

/** The fields that the proxy keeps back unless the owner turns them on. */
export const keptNames: readonly string[] = fieldNames.filter(isKept);

/** The fields that follow from the visitor's browser, not from where they are. */
export const requestFields: readonly string[] = fieldNames.filter((name) => fields[name].origin === 'request');

/** The value of `GEOLET_EXPOSE` that turns a field on, by the fields that are off by default. */
export const keptFields: Readonly<Record<string, string>> = {
  ...Object.fromEntries(keptNames.map((name) => [name, name])),
  // One of them alone has no use.
  latitude: 'latitude,longitude',
  longitude: 'latitude,longitude',
};

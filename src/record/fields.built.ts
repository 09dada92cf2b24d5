import { type Field, type FieldName, fieldNames, fields, type FieldType } from './fields.ts';

const isKept = (name: FieldName) => (fields[name] satisfies Field).exposure === 'off';

/** All fields. */
export const knownFields: readonly FieldName[] = fieldNames;

/** The type of each field that is no text. */
export const otherTypes: Readonly<Partial<Record<string, FieldType>>> = Object.fromEntries(
  fieldNames.flatMap((name) => (fields[name].type === 'string' ? [] : [[name, fields[name].type]])),
);

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

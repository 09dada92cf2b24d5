import { type Field, fieldNames, fields } from './fields.ts';

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

import { type Field, fieldNames, fields } from './fields.ts';

/** What the owner may turn on at the proxy, by the field that is missed. */
export const keptFields: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    fieldNames.filter((name) => (fields[name] satisfies Field).exposure === 'off').map((name) => [name, name]),
  ),
  // One of them alone is of no use.
  latitude: 'latitude,longitude',
  longitude: 'latitude,longitude',
};

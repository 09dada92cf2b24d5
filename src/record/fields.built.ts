import { type FieldName, fieldNames, fields, type Field } from './fields.ts';

const isKept = (name: FieldName) => (fields[name] satisfies Field).exposure === 'off';
const followsRequest = (name: FieldName) => fields[name].origin === 'request';
const rankOf = (name: FieldName) => (followsRequest(name) ? 2 : Number(!isKept(name)));

/**
 * All fields, with blanks between them, and the type of those that are no text: `city isEU:boolean`. First come the fields
 * that are off by default, last those that follow from the visitor's browser: a number says as much as their names, and
 * is shorter.
 */
export const packedFields = fieldNames
  .toSorted((a, b) => rankOf(a) - rankOf(b))
  .map((name) => (fields[name].type === 'string' ? name : `${name}:${fields[name].type}`))
  .join(' ');

/** How many of these fields the proxy keeps back unless the owner turns them on. */
export const keptCount = fieldNames.filter(isKept).length;

/** How many follow from where visitors are, not from their browser. */
export const placeCount = fieldNames.filter((name) => !followsRequest(name)).length;

/** The value of `GEOLET_EXPOSE` that turns a field on, by the fields that are off by default. */
export const keptFields: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fieldNames.filter(isKept).map((name) => [name, name])),
  // One of them alone has no use.
  latitude: 'latitude,longitude',
  longitude: 'latitude,longitude',
};

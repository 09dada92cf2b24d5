import { keptCount, otherTypes, packedNames, placeCount } from './fields.built.ts';
import type { FieldName, FieldType } from './fields.ts';

const names = packedNames.split(' ');

/** The type of each field, which is all that parsing needs. */
export const fieldTypes = Object.fromEntries(names.map((name) => [name, otherTypes[name] ?? 'string'])) as Readonly<
  Record<FieldName, FieldType>
>;

/** The fields that the proxy keeps back unless the owner turns them on. */
export const keptNames = names.slice(0, keptCount);

/** The fields that follow from the visitor's browser, not from where they are. */
export const requestFields = names.slice(placeCount);

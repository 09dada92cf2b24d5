import { keptCount, packedFields, placeCount } from './fields.built.ts';
import type { FieldName, FieldType } from './fields.ts';

/** The type of each field, which is all that parsing needs. */
export const fieldTypes = Object.fromEntries(
  packedFields.split(' ').map((field) => {
    const [name, type = 'string'] = field.split(':');
    return [name, type];
  }),
) as Readonly<Record<FieldName, FieldType>>;

const names = Object.keys(fieldTypes);

/** The fields that the proxy keeps back unless the owner turns them on. */
export const keptNames = names.slice(0, keptCount);

/** The fields that follow from the visitor's browser, not from where they are. */
export const requestFields = names.slice(placeCount);

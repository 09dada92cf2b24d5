import { knownFields, otherTypes } from './fields.built.ts';
import type { FieldName, FieldType, fields } from './fields.ts';

type ValueOf<Type> = Type extends 'string' ? string : Type extends 'boolean' ? boolean : number;

/** What is known about one visitor. Every field may be absent, and none is null. */
export type VisitorRecord = { readonly [Name in FieldName]?: ValueOf<(typeof fields)[Name]['type']> };

/** Longer strings are cut off. No field of the contract needs more, and a wrong record must not harm a page. */
export const maxStringLength = 2048;

/**
 * Reads a record from any value. Never throws: fields of the wrong type, `null`, blank strings and unknown keys are
 * left out. Only own properties are read, and the result has no prototype, so neither `__proto__` in the data nor a
 * polluted `Object.prototype` can add a field.
 *
 * @returns undefined for a value that is not a JSON object.
 */
export function parseRecord(value: unknown): VisitorRecord | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const record = Object.create(null) as Record<FieldName, unknown>;
  for (const name of knownFields) {
    const parsed = parseField(name, Object.getOwnPropertyDescriptor(value, name)?.value);
    if (parsed !== undefined && parsed !== '') record[name] = parsed;
  }
  return record as VisitorRecord;
}

/** @returns undefined for a value of the wrong type, and '' for an empty one. */
export function parseField(name: FieldName, value: unknown): unknown {
  if (value === undefined || value === null) return '';
  return name === 'countryCode' ? parseCountry(value) : parseValue(value, otherTypes[name] ?? 'string');
}

/**
 * Databases and CDNs have codes for "no country": EU and AP for regions, XX and ZZ for unknown, T1 for Tor, A1 for
 * proxies. https://developers.cloudflare.com/fundamentals/reference/http-headers/#cf-ipcountry
 */
export const countryCode = /^(?!AP|EU|XX|ZZ)[A-Z]{2}$/;

function parseCountry(value: unknown): string | undefined {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : undefined;
  return code === '' || countryCode.test(code ?? '') ? code : undefined;
}

function parseValue(value: unknown, type: FieldType): unknown {
  if (type === 'integer') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== type) return undefined;
  return typeof value === 'string' ? value.trim().slice(0, maxStringLength) : value;
}

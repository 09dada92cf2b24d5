import { type Field, fieldNames, fields } from './fields.ts';

/** What the owner may turn on at the proxy, by the condition or the field that needs it. */
export const keptFields: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fieldNames.filter((name) => (fields[name] satisfies Field).exposure === 'off').map((name) => [name, name])),
  postal: 'postalCode',
  isp: 'ISP',
  asn: 'ASN',
  near: 'latitude,longitude',
};

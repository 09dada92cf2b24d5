/** What a database is used for, in order of precedence: the first file that knows a field fills it. */
export const dataKinds = ['isp', 'connection', 'city', 'asn'] as const;

export type DataKind = (typeof dataKinds)[number];

/** The setting that names files of each kind. */
export const dataSettings = {
  city: 'GEO_CITY_DB',
  asn: 'GEO_ASN_DB',
  isp: 'GEO_ISP_DB',
  connection: 'GEO_CONNECTION_DB',
} as const satisfies Record<DataKind, string>;

/** A link that the licence of the data requires on pages that show results. */
export interface Attribution {
  readonly url: string;
  readonly text: string;
}

export const dbIpAttribution: Attribution = { url: 'https://db-ip.com', text: 'IP Geolocation by DB-IP' };

/** Free editions, by the names that the files give themselves. Paid ones require no link. */
const attributions: ReadonlyArray<readonly [RegExp, Attribution]> = [
  [/^dbip.*lite|^ip-location-db asn$/i, dbIpAttribution],
  [/^geolite2/i, { url: 'https://www.maxmind.com', text: 'This product includes GeoLite2 Data created by MaxMind' }],
  [/^ipinfo.*(lite|free|country_asn)/i, { url: 'https://ipinfo.io', text: 'IP address data powered by IPinfo' }],
  [/^ip2location.*lite/i, { url: 'https://lite.ip2location.com', text: 'This site uses IP2Location LITE data' }],
];

export function attributionOf(databaseType: string): Attribution | undefined {
  return attributions.find(([pattern]) => pattern.test(databaseType))?.[1];
}

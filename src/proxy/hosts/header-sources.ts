import { edgescape } from './edgescape.ts';
import {
  asn,
  coordinates,
  country,
  type HeaderFormat,
  latitude,
  longitude,
  percentEncoded,
  stateCode,
  subdivision,
  timezone,
  utf8,
} from './header-formats.ts';

/** A host that says in request headers where the visitor is. */
export interface HeaderSource {
  readonly name: string;
  /** One line for each header that is read. */
  readonly headers: Readonly<Record<string, HeaderFormat>>;
}

/**
 * With "Add visitor location headers". https://developers.cloudflare.com/rules/transform/managed-transforms/reference/
 */
const cloudflare = {
  'CF-IPCountry': country,
  'CF-Region': utf8('stateName'),
  'CF-Region-Code': stateCode,
  'CF-IPCity': utf8('city'),
  'CF-Postal-Code': utf8('postalCode'),
  'CF-IPLatitude': latitude,
  'CF-IPLongitude': longitude,
  'CF-Timezone': timezone,
};

/** https://vercel.com/docs/headers/request-headers; the last two stand in public code only. */
const vercel = {
  'X-Vercel-IP-Country': country,
  'X-Vercel-IP-Country-Region': stateCode,
  'X-Vercel-IP-City': percentEncoded('city'),
  'X-Vercel-IP-Postal-Code': percentEncoded('postalCode'),
  'X-Vercel-IP-Latitude': latitude,
  'X-Vercel-IP-Longitude': longitude,
  'X-Vercel-IP-Timezone': timezone,
  'X-Vercel-IP-AS-Number': asn,
};

/**
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/adding-cloudfront-headers.html#cloudfront-headers-viewer-location
 */
const cloudFront = {
  'CloudFront-Viewer-Country': country,
  'CloudFront-Viewer-Country-Region': stateCode,
  'CloudFront-Viewer-Country-Region-Name': percentEncoded('stateName'),
  'CloudFront-Viewer-City': percentEncoded('city'),
  'CloudFront-Viewer-Postal-Code': percentEncoded('postalCode'),
  'CloudFront-Viewer-Latitude': latitude,
  'CloudFront-Viewer-Longitude': longitude,
  'CloudFront-Viewer-Time-Zone': timezone,
  'CloudFront-Viewer-ASN': asn,
};

/** As the VCL of docs/hosts.md writes them. https://www.fastly.com/documentation/reference/vcl/variables/geolocation */
const fastly = {
  'X-Geo-Country': country,
  'X-Geo-Region': stateCode,
  'X-Geo-City': percentEncoded('city'),
  'X-Geo-Postal-Code': percentEncoded('postalCode'),
  'X-Geo-Latitude': latitude,
  'X-Geo-Longitude': longitude,
  'X-Geo-ASN': asn,
  'X-Geo-ISP': percentEncoded('ISP'),
};

/** As the custom headers of docs/hosts.md. https://cloud.google.com/load-balancing/docs/custom-headers#variables */
const google = {
  'X-Geo-Country': country,
  'X-Geo-Subdivision': subdivision,
  'X-Geo-City': utf8('city'),
  'X-Geo-Coordinates': coordinates,
};

/** https://techdocs.akamai.com/property-mgr/docs/content-tgting */
const akamai = {
  'X-Akamai-Edgescape': edgescape,
};

/** As the configuration of docs/hosts.md writes them. https://github.com/leev/ngx_http_geoip2_module */
const nginx = {
  'X-Geo-Country': country,
  'X-Geo-Region': stateCode,
  'X-Geo-Region-Name': utf8('stateName'),
  'X-Geo-City': utf8('city'),
  'X-Geo-Postal-Code': utf8('postalCode'),
  'X-Geo-Latitude': latitude,
  'X-Geo-Longitude': longitude,
  'X-Geo-Timezone': timezone,
  'X-Geo-ASN': asn,
  'X-Geo-ISP': utf8('ISP'),
};

/** The hosts whose headers are known, by the name that `host:` takes. */
export const headerSources = {
  cloudflare: { name: 'cloudflare', headers: cloudflare },
  vercel: { name: 'vercel', headers: vercel },
  cloudfront: { name: 'cloudfront', headers: cloudFront },
  fastly: { name: 'fastly', headers: fastly },
  google: { name: 'google', headers: google },
  akamai: { name: 'akamai', headers: akamai },
  nginx: { name: 'nginx', headers: nginx },
} as const satisfies Readonly<Record<string, HeaderSource>>;

export type KnownHost = keyof typeof headerSources;

export function isKnownHost(name: unknown): name is KnownHost {
  return typeof name === 'string' && Object.hasOwn(headerSources, name);
}

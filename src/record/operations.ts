/** The two operations of the contract, as data that service and proxy share. */

export interface Operation {
  readonly method: 'GET' | 'DELETE';
  /** Methods that the path answers, for `Allow`. */
  readonly allow: string;
  /** Below the service's base URL; `:siteID` stands for one path segment. */
  readonly path: string;
  readonly purpose: string;
  /** What a key must be allowed to do. */
  readonly scope: Scope;
}

export type Scope = 'read' | 'delete';

export const getVisitorData = {
  method: 'GET',
  allow: 'GET, HEAD',
  path: '/beta/api/get-visitor-data',
  purpose: 'Return the visitor data record for an IP address',
  scope: 'read',
} as const satisfies Operation;

export const deleteWebsite = {
  method: 'DELETE',
  allow: 'DELETE',
  path: '/beta/api/delete-website/:siteID',
  purpose: "Delete one website from the caller's account",
  scope: 'delete',
} as const satisfies Operation;

/** The address that get-visitor-data describes. Without it, the first address in X-Forwarded-For counts. */
export const visitorAddressHeader = 'x-visitor-ip';

/**
 * The page the visitor came from. The contract has a `referer` property and no header that could carry it, so this
 * one is ours; a service that does not know it ignores it.
 */
export const visitorRefererHeader = 'x-visitor-referer';

/**
 * The day on which the oldest geo data in use were built, such as `2026-11-01`. The contract says nothing of it, so
 * this header is ours; a service that does not send it leaves the age unknown.
 */
export const dataDateHeader = 'x-geo-data-date';

/** Addresses are sold and moved, and the default data come out each month: what is older than this is worth a word. */
export const oldDataDays = 90;

/**
 * What a service needs from the visitor's own request to fill the fields of origin `request`. The proxy passes on
 * these and no others. https://wicg.github.io/ua-client-hints/,
 * https://wicg.github.io/user-preference-media-features-headers/
 */
export const visitorHeaders = [
  'user-agent',
  'accept-language',
  'referer',
  'save-data',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'sec-ch-ua-platform-version',
  'sec-ch-ua-form-factors',
  'sec-ch-prefers-color-scheme',
  'sec-ch-prefers-reduced-motion',
] as const;

/** Whether a browser sends Global Privacy Control. https://www.w3.org/TR/gpc/#the-sec-gpc-header-field-for-http-requests */
export function sendsPrivacyControl(headers: { get(name: string): string | null }): boolean {
  return headers.get('sec-gpc') === '1';
}

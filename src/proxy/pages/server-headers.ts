import { doctorHeaders } from '../doctor-visit.ts';

/**
 * Headers that servers set for servers: addresses, hosts, paths, users and certificates that a visitor could claim otherwise, and switches
 * of frameworks and caches. A cache before the pages' server that does not know them keeps one visitor's claim for all others.
 * What applications send from their own pages (`X-CSRF-Token`, `HX-Request`, `RSC`) is not among them.
 * https://portswigger.net/web-security/web-cache-poisoning
 */
const families = [
  'forwarded',
  'host',
  'proxy',
  'x-forward',
  'x-forwarded',
  'x-forwarder',
  'x-original',
  'x-originating',
  'x-rewrite',
  'x-real',
  'cdn-real-ip',
  'x-proxy',
  'x-proxyuser',
  'x-host',
  'x-backend',
  'x-override',
  'x-base-url',
  'x-script-name',
  'x-ingress',
  'x-http-host',
  'x-scheme',
  'x-url-scheme',
  'front-end-https',
  'disguised-host',
  'client-ip',
  'true-client-ip',
  'x-true-client-ip',
  'x-client-ip',
  'incap-client-ip',
  'x-sucuri',
  'eo',
  'x-cluster-client-ip',
  'x-visitor-ip',
  'x-remote',
  'remote-user',
  'remote-addr',
  'x-authenticated',
  'x-auth-request',
  'x-webauth',
  'x-goog-authenticated',
  'x-goog-iap',
  'x-ms-client-principal',
  'x-ms-token',
  'tailscale',
  'x-ssl',
  'ssl-client',
  'x-client-cert',
  'x-client-dn',
  'x-client-verify',
  'client-cert',
  'cf',
  'cloudfront',
  'fastly',
  'fly',
  'akamai',
  'x-akamai',
  'x-amzn',
  'x-amz-cf',
  'x-appengine',
  'x-azure',
  'x-fd',
  'x-arr',
  'x-waws',
  'x-envoy',
  'x-vercel',
  'x-nf',
  'wl-proxy',
  'x-geoip',
  'geoip',
  'x-country-code',
  'surrogate-capability',
  'x-accel',
  'x-sendfile',
  'x-middleware-(?!prefetch)[a-z]+',
  'x-invoke',
  doctorHeaders.visitor,
  doctorHeaders.secret,
];

const pattern = new RegExp(`^(?:${families.join('|')})(?:-|$)`);

/**
 * Whether a header is no business of a visitor's. Names with `_` are none of anybody's: servers behind CGI read them as those with `-`.
 * https://www.rfc-editor.org/rfc/rfc3875#section-4.1.18
 *
 * @param name in lower case.
 */
export function isServerHeader(name: string): boolean {
  return name.includes('_') || pattern.test(name);
}

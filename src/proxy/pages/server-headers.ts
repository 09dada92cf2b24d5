import { doctorHeaders } from '../doctor-request.ts';

/**
 * Headers that only servers should send: addresses, hosts, paths, users, certificates, and switches of frameworks and
 * caches. If a visitor could send them, a cache in front of the pages' server would keep one visitor's forged page for
 * everybody. Headers that applications send from their own pages (`X-CSRF-Token`, `HX-Request`, `RSC`) are not in the
 * list. https://portswigger.net/web-security/web-cache-poisoning
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
 * Whether visitors must not send this header. That holds for every name with `_`: servers behind CGI read it as `-`.
 * https://www.rfc-editor.org/rfc/rfc3875#section-4.1.18
 *
 * @param name in lower case.
 */
export function isServerHeader(name: string): boolean {
  return name.includes('_') || pattern.test(name);
}

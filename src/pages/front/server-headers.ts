import { doctorHeaders } from '../../proxy/request/doctor-request.ts';

/**
 * Beginnings of headers that only servers should send: addresses, hosts, paths, and switches of frameworks, networks and
 * caches. If a visitor could send them, a cache in front of the pages' server would keep one visitor's forged page for
 * everybody. https://portswigger.net/web-security/web-cache-poisoning
 */
const beginnings = [
  'forwarded',
  'host',
  'proxy',
  'x-forward',
  'x-forwarder',
  'x-original',
  'x-originating',
  'x-rewrite',
  'x-override',
  'x-real',
  'x-host',
  'x-backend',
  'x-base-url',
  'x-script-name',
  'x-ingress',
  'x-http-host',
  'x-scheme',
  'x-url-scheme',
  'x-proto',
  'x-port',
  'x-path-info',
  'x-context-path',
  'x-request-uri',
  'request-uri',
  'x-matched-path',
  'front-end-https',
  'disguised-host',
  'x-sucuri',
  'eo',
  'cf',
  'x-cf',
  'x-cloudflare',
  '(?:x-)?cloudfront',
  '(?:x-)?fastly',
  '(?:x-)?fly',
  '(?:x-)?incap',
  'x-edge',
  'x-netlify',
  'x-apigw',
  'akamai',
  'x-akamai',
  'x-amzn',
  'x-amz-cf',
  'x-apigateway',
  'x-apigee',
  'x-appengine',
  'x-cloudtasks',
  'x-cloudscheduler',
  'x-google',
  'x-goog-iap',
  'x-azure',
  'x-fd',
  'x-arr',
  'x-waws',
  'x-ms-token',
  'x-envoy',
  'x-istio',
  'x-kong',
  'l5d',
  'dapr',
  'x-vercel',
  'x-now',
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
  'x-react-router',
  'x-astro-(?:path|locals)',
  'x-nuxt-error',
  'remote',
  'tailscale',
  'sm',
  'iv',
  'osso',
  'mellon',
  '(?:x-)?shib[a-z]*',
  'affiliation',
  'unscoped-affiliation',
  'targeted-id',
  'persistent-id',
  'eppn',
  doctorHeaders.visitor,
  doctorHeaders.secret,
];

/**
 * Words anywhere in a name by which gateways say who the visitor is, and servers that end TLS what certificate came:
 * `X-Pomerium-Jwt-Assertion`, `X-Auth-Request-Email`, `X-SSL-Client-Verify`. The pages believe them without a check, so
 * words, and not a list of gateways. What pages check themselves passes: `Authorization`, `X-Auth-Token`, `X-Api-Key`.
 */
const words = [
  'auth(?!(?:or(?:s|ity|ization|ing)?|enticity)(?:-|$))(?!-(?:token|key|signature|algo|nonce|timestamp)$)[a-z0-9]*',
  '[a-z0-9]*user(?!-agent)',
  'users?(?:name|id|info|email|mail|dn|groups?|roles?|principal|guid|upn)s?',
  '(?:preferred|given|family|display|full|common)-?name',
  'uid',
  'upn',
  'msisdn',
  'log[io]n',
  'e?mail',
  'e-mail',
  'principal[a-z]*',
  'identit(?:y|ies)',
  'ident',
  'subject',
  'sub',
  'issuer',
  'groups?',
  'roles?',
  'scopes?',
  'permissions?',
  'entitlements?',
  'claims?',
  'jwt[a-z]*',
  '[a-z]*assertion',
  'id-?token',
  'oauth[a-z0-9]*',
  'oidc',
  'openid',
  'saml[a-z0-9]*',
  'sso',
  'idp',
  'ldap',
  'krb[0-9]?',
  'kerberos',
  'spiffe',
  'impersonat[a-z]*',
  'behalf',
  'act-as',
  'run-as',
  'sudo',
  'consumer',
  'credentials?',
  'pomerium',
  'vouch',
  'webauth',
  'tailscale',
  'teleport',
  'keycloak',
  'cognito',
  '[a-z]*cert',
  '[a-z]*certificate',
  'client-(?:dn|serial|fingerprint|verify|[si]-dn)',
  'cn',
  'dn',
  'xfcc',
  'm?tls',
  'ssl',
  'https',
  'verif(?:y|ied)',
  'ja[34][a-z]?',
  'admin',
  'acl',
  'privileges?',
  'tenant',
  'employee',
  '(?<!method-)override',
  'internal',
  'trusted',
  'gateway',
  'proxy(?:user)?',
  'forwarded',
  'proto',
  'remote',
  'peer',
  '(?:client|visitor|user|real|source|src|remote|peer|connecting)?ip(?:addr(?:ess)?)?',
  'addr',
];

const pattern = new RegExp(`^(?:${beginnings.join('|')})(?:-|$)|(?:^|-)(?:${words.join('|')})(?:-|$)`);

/**
 * Scripts cannot set names that begin with `sec-`: they are the browser's own, as `Sec-Fetch-User`. Two are of servers.
 * https://fetch.spec.whatwg.org/#forbidden-request-header, https://www.rfc-editor.org/rfc/rfc8473#section-2.1
 */
const ofBrowsers = /^sec-(?!(?:provided|referred)-token-binding)/;

/** Webhooks, which pages check by a signature. https://developer.paypal.com/api/rest/webhooks/rest/ */
const ofWebhooks = /^paypal-/;

/**
 * Whether visitors must not send this header. That holds for every name with other characters than letters, digits and
 * `-`, too: servers behind CGI read `_` as `-`, and PHP reads `.` so.
 * https://www.rfc-editor.org/rfc/rfc3875#section-4.1.18, https://www.php.net/manual/en/language.variables.external.php
 *
 * @param name in lower case.
 */
export function isServerHeader(name: string): boolean {
  if (!/^[a-z0-9-]+$/.test(name)) return true;
  if (name.startsWith('sec-')) return !ofBrowsers.test(name);
  return pattern.test(name) && !ofWebhooks.test(name);
}

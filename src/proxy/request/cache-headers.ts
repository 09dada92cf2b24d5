/**
 * Words in the names of headers that tell a cache what to keep, for how long, for whom and under which name. Each vendor
 * has such headers, and many of them win over `Cache-Control`; so words, and not a list of vendors. Not meant are
 * `knowledge`, `ledger`, `pledge` and `throttle`.
 */
const words = [
  'cach',
  'surrogate',
  'cdn',
  '(?<!knowl|pl)edge(?!r(?:-|$))',
  'accel',
  '(?:^|[^a-z])ttl|ttl(?![a-z])',
  'purge',
  'revalidat',
  'invalidat',
  'stale',
  'max-?age',
  'time-?to-?live',
  'varnish',
  // A "full page cache".
  '(?:^|-)fpc(?:-|$)',
  'dictionary',
  // Which requests get the same answer: Netlify-Vary, X-LiteSpeed-Vary, No-Vary-Search. `Vary` itself stays.
  '.vary(?:-|$)|(?:^|-)vary-',
];

/**
 * Names that have none of these words, and what speaks of the page before it was written.
 *
 * - `age` … `accept-ranges`, `*digest`, `content-length`: https://www.rfc-editor.org/rfc/rfc9111#section-5,
 *   https://www.rfc-editor.org/rfc/rfc9110#section-8.8, https://www.rfc-editor.org/rfc/rfc9530
 * - `x-litespeed`, `x-lsadc`: https://docs.litespeedtech.com/lscache/devguide/controls/
 * - `xkey`, `x-hashtwo`: https://github.com/varnish/varnish-modules/blob/master/src/vmod_xkey.vcc
 * - `x-vc`: https://wordpress.org/plugins/vcaching/ and https://wordpress.org/plugins/vcl-caching/
 * - `x-magento`: https://developer.adobe.com/commerce/php/development/cache/page/public-content/
 * - `x-nextjs-*`: https://nextjs.org/docs/app/guides/cdn-caching
 * - `cf-apo`: https://developers.cloudflare.com/automatic-platform-optimization/
 * - `section-io-tag`: https://www.section.io/docs/modules/varnish-cache/
 * - `x-swift`, `ali-swift`: https://www.alibabacloud.com/help/en/cdn/
 * - `key`, `variants`, `variant-key`: https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-variants
 * - `sw-invalidation-states`: https://developer.shopware.com/docs/concepts/framework/http_cache.html
 * - `x-user-context-hash`: https://foshttpcache.readthedocs.io/en/latest/user-context.html
 * - `x-sdch-encode`: https://datatracker.ietf.org/doc/html/draft-lee-sdch-spec-00
 */
const names = [
  '(?:[a-z0-9-]+-)?age',
  'expires',
  '[a-z0-9-]+-expires',
  'pragma',
  'warning',
  'etag',
  'last-modified',
  'accept-ranges',
  'content-length',
  'content-md5',
  '(?:[a-z0-9-]+-)?digest',
  'x-litespeed-.+',
  'x-lsadc-.+',
  'xkey(?:-.+)?',
  'x-key',
  'x-hashtwo',
  'x-tags',
  'x-page-tags',
  'x-vc-.+',
  'x-magento-.+',
  'x-nextjs-(?:prerender|postponed)',
  'cf-apo-.+',
  'section-io-tag',
  'x-swift-.+',
  'ali-swift-.+',
  'key',
  'variants',
  'variant-key',
  'x-s-?maxage',
  'x-lifetime',
  'x-grace',
  'x-user-context-hash',
  'x-sdch-encode',
];

const pattern = new RegExp(`${words.join('|')}|^(?:${names.join('|')})$`);

/**
 * Whether a response's header tells a cache what to do with it, or says something of its body as it was. On a page for
 * one visitor only the proxy's own may stand.
 *
 * @param name in any case.
 */
export function isCacheHeader(name: string): boolean {
  return pattern.test(name.toLowerCase());
}

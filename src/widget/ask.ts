/**
 * Pasted into the head behind the script tag: where no record is remembered, none stands in the page, and nobody else is tried, the proxy is asked
 * at once, and `geolet.js` takes the answer that is on its way. A preload in the HTML would ask on every view, and WebKit
 * would ask twice.
 */
try {
  const tag = document.querySelector<HTMLScriptElement>('script[src*=geolet]');
  const {
    endpoint = '/geo',
    consent = 'granted',
    storage = 'on',
  }: Partial<Record<string, string>> = Object.assign({}, tag?.dataset, globalThis.geoletConfig);
  const { href } = new URL(endpoint, location.href);
  if (
    consent + storage === 'grantedon' &&
    !localStorage[`geolet:${href}`] &&
    !document.querySelector('[data-geo-record]') &&
    !/geo-as=|geolet:preview/.test(location.search + Object.keys(sessionStorage))
  ) {
    globalThis.geoletAnswer = fetch(href, { cache: 'no-store' });
    // `geolet.js` tells of it, when it has come.
    globalThis.geoletAnswer.catch(() => {});
  }
} catch {
  // No storage: the page asks as it does without this.
}

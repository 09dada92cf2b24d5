/**
 * Pasted into the head behind the script tag. If no record is stored, none is in the page, no header is read that
 * may hold one, and the page is not a preview, this requests the record at once, and `geolet.js` uses the response. A preload in the HTML would make a
 * request on every view, and WebKit would make two.
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
    !globalThis.geoletHeader &&
    !/geo-as=|geolet:preview/.test(location.search + Object.keys(sessionStorage))
  ) {
    const ending = new AbortController();
    globalThis.geoletAnswer = fetch(href, { cache: 'no-store', signal: ending.signal });
    globalThis.geoletAbort = () => {
      Reflect.deleteProperty(globalThis, 'geoletAnswer');
      ending.abort();
    };
    // `geolet.js` reports the failure.
    globalThis.geoletAnswer.catch(() => {});
  }
} catch {
  // No storage: `geolet.js` makes the request itself.
}

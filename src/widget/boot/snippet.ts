/**
 * Pasted into the head behind the script tag. If a record or the choice of a link is stored, or the page's response
 * names the country, the browser paints the page only after `geolet.js` has run, or after half a second. Any other
 * first visit waits for nothing. The settings stay on the tag, so that this text, and the hash by which a Content
 * Security Policy allows it, are the same on every site.
 */
try {
  const tag = document.querySelector<HTMLScriptElement>('script[src*=geolet]');
  const { endpoint = '/geo' }: Partial<Record<string, string>> = Object.assign(
    {},
    tag?.dataset,
    globalThis.geoletConfig,
  );
  if (
    tag &&
    (localStorage[`geolet:${new URL(endpoint, location.href).href}`] ||
      sessionStorage['geolet:link'] ||
      (globalThis.geoletHeader as { record?: object } | undefined)?.record)
  ) {
    // Not cloneNode(): a clone of a script that has started does not run. https://html.spec.whatwg.org/#already-started
    const script = document.createElement('script');
    for (const { name, value } of tag.attributes) script.setAttribute(name, value);
    // Browsers hide the nonce from attributes.
    script.nonce = tag.nonce;
    // WebKit runs asynchronous scripts only after the whole page has come.
    script.async = false;
    script.setAttribute('blocking', 'render');
    tag.after(script);
    // Otherwise a request that hangs would leave the page blank.
    setTimeout(() => script.removeAttribute('blocking'), 500);
  }
} catch {
  // No storage, or a policy that lets no script add another one: the tag itself still works.
}

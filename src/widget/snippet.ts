/**
 * Pasted into the head behind the script tag: where a record is remembered, the page is not painted before `geolet.js` has
 * run, or half a second is over. A first visit waits for nothing. Text and settings are apart, so that the text, and the
 * hash that a Content Security Policy allows it by, are the same on every site: what there is to know stands on the tag.
 */
try {
  const tag = document.querySelector<HTMLScriptElement>('script[src*=geolet]');
  const { endpoint = '/geo' }: Partial<Record<string, string>> = Object.assign(
    {},
    tag?.dataset,
    globalThis.geoletConfig,
  );
  if (tag && localStorage[`geolet:${new URL(endpoint, location.href).href}`]) {
    // A copy of the tag would count as one that has run: https://html.spec.whatwg.org/#already-started
    const script = document.createElement('script');
    for (const { name, value } of tag.attributes) script.setAttribute(name, value);
    // A page sees no nonce in attributes.
    script.nonce = tag.nonce;
    // WebKit keeps asynchronous scripts until the whole of a page has come; here it blocks nothing but what it should.
    script.async = false;
    script.setAttribute('blocking', 'render');
    tag.after(script);
    // A request that hangs would leave the page blank for as long as it does.
    setTimeout(() => script.removeAttribute('blocking'), 500);
  }
} catch {
  // No storage, or a policy that lets no script add another: the tag itself is there.
}

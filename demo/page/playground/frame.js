// @ts-check

/**
 * The live page of the playground. Its frame has no origin (`sandbox="allow-scripts"`), so whatever the markup does, it
 * reaches nothing of the site. What it says to the playground is text.
 *
 * @typedef {object} Wanted What the playground asks for.
 * @property {string} page the one that has asked for it.
 * @property {number} number which of all that was to be shown.
 * @property {string} markup
 * @property {'found' | 'fails' | 'slow'} lookup
 * @property {object} record of the visitor.
 * @property {boolean} [gpc] whether the browser sends Global Privacy Control; without it, as this browser does.
 * @property {Record<string, string>} modules that `geolet.js` imports, by their names.
 */

{
  const slowMs = 3000;
  /** Elements and bindings show the visitor by then. */
  const settleMs = 500;
  let pause = 0;
  const parts =
    ':is(geo-text, geo-currency, geo-switch, geo-if, geo-time, geo-delivery, geo-nearest, geo-flag, [data-geo-text], [data-geo-show], [data-geo-hide])';
  let explains = false;
  /** What is meant for the page that was here before may come to this one. */
  const page = String(Math.random());

  /**
   * From here on nothing can be sent anywhere: no request but for the site's own scripts, styles and pictures. The
   * policy names the site, because `'self'` means no site to WebKit in a frame that has no origin.
   */
  function restrictRequests() {
    const { origin } = location;
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = `default-src 'none'; script-src ${origin} 'unsafe-inline' data:; style-src ${origin} 'unsafe-inline'; img-src ${origin} data:; form-action 'none'; base-uri 'none'`;
    document.head.append(policy);
  }

  /** @param {Record<string, unknown>} message The frame has no origin that could be named. */
  const tell = (message) => parent.postMessage(message, '*');

  /** @param {MessageEvent} message */
  function hear({ source, data }) {
    if (source !== parent) return;
    if (data.type === 'show') show(data);
    else if (data.type === 'explain') setExplains(data.on);
  }

  /** @param {Wanted} wanted */
  function show(wanted) {
    if (wanted.page !== page) return;
    const settings = settingsIn(wanted.markup);
    // It also takes away the listeners of this document, so they follow.
    document.open();
    tell({ type: 'opened', number: wanted.number });
    addEventListener('message', hear);
    listen(wanted);
    globalThis.fetch = answering(wanted);
    if (settings.readsHeader) nameCountry(wanted);
    if (wanted.gpc) Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true });
    else Reflect.deleteProperty(navigator, 'globalPrivacyControl');
    document.write(pageOf(wanted, settings));
    document.close();
  }

  /**
   * What the markup says by the script tag, where it has one, and by the snippet that reads the country from a header,
   * also where only its name stands in a script.
   *
   * @param {string} markup
   */
  function settingsIn(markup) {
    const page = new DOMParser().parseFromString(markup, 'text/html');
    const tag = page.querySelector('script[src*="geolet.js"]');
    const readsHeader = [...page.scripts].some(({ text }) => /geolet snippet header|geoletHeader/.test(text));
    const attributes = [...(tag?.attributes ?? [])].filter(({ name }) => /^data-(?!endpoint$)/.test(name));
    const words = attributes.map(({ name, value }) => ` ${name}="${escaped(value)}"`).join('');
    const asks = !readsHeader || tag?.hasAttribute('data-endpoint');
    return { readsHeader, words: (asks ? ' data-endpoint="geo"' : '') + words };
  }

  /**
   * In place of the header that a cache would set.
   *
   * @param {Wanted} wanted
   */
  function nameCountry({ lookup, record }) {
    const { countryCode = '' } = /** @type {{ countryCode?: string }} */ (lookup === 'found' ? record : {});
    const serverTiming = [{ name: 'geo', description: countryCode, duration: 0 }];
    const entry = { serverTiming, nextHopProtocol: 'h2', fetchStart: 0, responseStart: 1 };
    const entriesOf = performance.getEntriesByType.bind(performance);
    /** @param {string} type */
    const value = (type) => (type === 'navigation' ? [entry] : entriesOf(type));
    Object.defineProperty(performance, 'getEntriesByType', { value });
  }

  /**
   * @param {Wanted} wanted
   * @param {ReturnType<typeof settingsIn>} settings
   */
  function pageOf({ markup, lookup, record, modules }, { readsHeader, words }) {
    const imports = Object.fromEntries(
      Object.entries(modules).map(([name, code]) => [
        new URL(name, location.href).href,
        `data:text/javascript;charset=utf-8,${encodeURIComponent(code)}`,
      ]),
    );
    const embedded = lookup === 'found' && !readsHeader ? { version: 1, time: Date.now(), record } : undefined;
    const hasRoot = /<html[\s>]/i.test(markup);
    return `<!doctype html>
<html${hasRoot ? '' : ' lang="en"'}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Live page</title>
<link rel="stylesheet" href="playground/live.css">
${dataBlock('importmap', { imports })}
${embedded ? dataBlock('application/json" data-geo-record="', embedded) : ''}
${readsHeader ? '<script src="geolet-header.js"></script>' : ''}
<script async src="geolet.js"${words}></script>
${markup.replace(/<script\b[^<>]*>\s*<\/script>/gi, (script) => (/\ssrc\b/i.test(script) ? '' : script))}`;
  }

  /**
   * @param {string} type
   * @param {unknown} value
   */
  function dataBlock(type, value) {
    return `<script type="${type}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
  }

  /** @param {string} text */
  function escaped(text) {
    return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  }

  /**
   * In place of the network, which this page does not have.
   *
   * @param {Wanted} wanted
   * @returns {typeof fetch}
   */
  function answering({ lookup, record }) {
    return async (input) => {
      const path = new URL(input instanceof Request ? input.url : input, location.href).pathname;
      if (!path.endsWith('/geo')) return fileOf(path);
      if (lookup === 'fails') return Response.json({}, { status: 502 });
      if (lookup === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs));
      return Response.json(record);
    };
  }

  /** A file of the site that the playground hands over. @param {string} path @returns {Promise<Response>} */
  async function fileOf(path) {
    const { port1, port2 } = new MessageChannel();
    const text = new Promise((resolve) => port1.addEventListener('message', ({ data }) => resolve(data)));
    port1.start();
    const folder = new URL('.', location.href).pathname;
    parent.postMessage({ type: 'file', name: path.slice(folder.length) }, '*', [port2]);
    const json = await text;
    return typeof json === 'string'
      ? new Response(json, { headers: { 'content-type': 'application/json' } })
      : new Response(undefined, { status: 404 });
  }

  /** @param {Wanted} wanted */
  function listen(wanted) {
    for (const name of ['geo-ready', 'geo-change']) document.addEventListener(name, tellVisitor);
    const checkSoon = () => {
      clearTimeout(pause);
      pause = window.setTimeout(() => void tellMistakes(wanted), settleMs);
    };
    for (const name of ['geo-ready', 'geo-change', 'geo-error']) document.addEventListener(name, checkSoon);
    addEventListener('load', checkSoon);
    document.addEventListener('geo-error', ({ code, detail }) => tellEvent('geo-error', `${code} ${detail ?? ''}`));
    for (const name of ['geo-match', 'geo-unmatch'])
      document.addEventListener(name, ({ target }) =>
        tellEvent(name, target instanceof Element ? conditionOf(target) : ''),
      );
    document.addEventListener('click', clicked, true);
    document.addEventListener('keydown', (event) => event.key === 'Enter' && explains && explain(event), true);
  }

  /** @param {Wanted} wanted */
  async function tellMistakes({ number, lookup }) {
    const { mistakes = [], findings = [] } = (await globalThis.geolet?.inspect()) ?? {};
    // A lookup that was to fail or to be slow is no mistake of the page.
    const found = lookup === 'found' ? mistakes : mistakes.filter((line) => !/^(?:http|timeout):/.test(line));
    tell({ type: 'mistakes', number, lines: [...found, ...findings] });
  }

  /** @param {Event} event */
  function tellVisitor({ type }) {
    const { city, countryName, countryCode, source } = globalThis.geolet?.visitor ?? {};
    // A header names the code alone.
    const name = countryName ?? (countryCode && new Intl.DisplayNames('en', { type: 'region' }).of(countryCode));
    const where = [city, name].filter(Boolean).join(', ');
    tellEvent(type, [source, countryCode].filter(Boolean).join(' '));
    tell({ type: 'visitor', where });
  }

  /**
   * @param {string} name
   * @param {string} words
   */
  function tellEvent(name, words) {
    tell({ type: 'event', name, words });
  }

  /** Its markup, without attributes that change when it shows and hides. @param {Element} conditional */
  function conditionOf(conditional) {
    const attributes = [...conditional.attributes].filter(({ name }) => !/^(hidden|slot|tabindex|data-.*)$/.test(name));
    return attributes.map(({ name, value }) => (value ? `${name}="${value}"` : name)).join(' ');
  }

  /** @param {MouseEvent} event */
  function clicked(event) {
    if (explains) return explain(event);
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement && target.href);
    if (!(link instanceof HTMLAnchorElement) || link.getAttribute('href')?.startsWith('#')) return;
    // Another page would take the place of this one.
    event.preventDefault();
    tellEvent('link', link.getAttribute('href') ?? '');
  }

  /** @param {Event} event */
  function explain(event) {
    const [target] = event.composedPath();
    if (!(target instanceof Element)) return;
    event.preventDefault();
    event.stopPropagation();
    const [part, another] = target.querySelectorAll(parts);
    const subject = target.closest(parts) || another || !part ? target : part;
    for (const asked of document.querySelectorAll('[data-asked]')) asked.removeAttribute('data-asked');
    (subject.getRootNode() instanceof ShadowRoot ? target.closest('*') : subject)?.setAttribute('data-asked', '');
    void globalThis.geolet?.explain(subject).then((words) => explains && tell({ type: 'explained', words }));
  }

  /** @param {boolean} on */
  function setExplains(on) {
    explains = on;
    document.documentElement.classList.toggle('explains', on);
    for (const part of document.querySelectorAll(on ? `${parts}:not([tabindex], a, button)` : '[data-reached]')) {
      part.toggleAttribute('data-reached', on);
      if (on) part.setAttribute('tabindex', '0');
      else part.removeAttribute('tabindex');
    }
  }

  restrictRequests();
  addEventListener('message', hear);
  tell({ type: 'ready', page });
}

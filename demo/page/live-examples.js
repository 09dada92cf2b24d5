// @ts-check

import { element } from './dom.js';

const visitor = /** @type {HTMLSelectElement} */ (element('example-visitor'));
const fromHost = globalThis.fetch;
let arrived = Promise.resolve();

/** No proxy looks anybody up here. The visitor whom the reader has picked comes from a file of the site. */
globalThis.fetch = async (input, options) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, document.baseURI);
  if (!pathname.endsWith('/geo')) return fromHost(input, options);
  return fromHost(new URL(`visitors/${visitor.value}.json`, import.meta.url), options);
};

async function arrive() {
  globalThis.geolet?.reset();
  await globalThis.geolet?.refresh();
}

// Arrow keys are faster than lookups: without waiting, one lookup would get the response of another.
visitor.addEventListener('change', () => {
  arrived = arrived.then(arrive);
});

// @ts-check

import { fetchJson } from '../fetch-json.js';

/** @typedef {import('./stage.js').Visit} Visit */

/** What a proxy gives a browser that sends Global Privacy Control: what follows from the country. */
const withSignal = async () => ({
  lookup: /** @type {const} */ ('found'),
  record: (await fetchJson('geolet-countries/us.json')) ?? {},
  gpc: true,
});

const ofNobody = { isMobile: false, deviceType: 'desktop' };

/** Visitors without a place, by their values in the list. @type {Record<string, () => Promise<Visit>>} */
const withoutPlace = {
  unknown: async () => ({ lookup: 'found', record: ofNobody }),
  fails: async () => ({ lookup: 'fails', record: {} }),
  slow: async () => ({ lookup: 'slow', record: await fetchJson('visitors/lyon.json') }),
  signal: withSignal,
};

/** @param {Visit} visit @returns {string} the visitor as a preview has it. */
export function wordsOf({ lookup, record, gpc }) {
  if (lookup === 'fails') return 'offline';
  const { countryCode, city } = /** @type {Record<string, string | undefined>} */ (record);
  const words = [lookup === 'slow' && 'slow', countryCode ?? 'unknown', city && `city: ${city}`, gpc && 'gpc'];
  return words.filter(Boolean).join('; ');
}

/** @param {string} value of the list. @returns {Promise<Visit>} */
export async function visitOf(value) {
  const visit = await withoutPlace[value]?.();
  if (visit) return visit;
  const isCountry = /^[A-Z]{2}$/.test(value);
  const record = await fetchJson(isCountry ? `geolet-countries/${value.toLowerCase()}.json` : `visitors/${value}.json`);
  return record ? { lookup: 'found', record: { ...ofNobody, ...record } } : { lookup: 'fails', record: {} };
}

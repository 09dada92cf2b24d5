// @ts-check

import { create, element } from './dom.js';
import { fetchJson } from './fetch-json.js';

/** @typedef {{ exposure: string, meaning: string }} Field */

/** Lists every field there can be, with the value that the page has. */
export async function showRecord() {
  /** @type {Record<string, Field>} */
  const fields = (await fetchJson('fields.json')) ?? {};
  const show = () => {
    const visitor = globalThis.geolet?.visitor;
    /** @type {Record<string, string | number | boolean | undefined>} */
    const values = { ...visitor };
    element('record-fields').replaceChildren(
      ...Object.entries(fields).map(([name, field]) => row(name, field, values[name])),
    );
    if (visitor) element('record-source').textContent = `source: ${visitor.source}, age: ${ageInWords(visitor.age)}`;
  };
  show();
  document.addEventListener('geo-change', show);
}

/**
 * @param {string} name
 * @param {Field} field
 * @param {string | number | boolean | undefined} value
 */
function row(name, { exposure, meaning }, value) {
  const missing = exposure === 'off' ? ['kept-back', 'not sent by the proxy'] : ['absent', 'not known'];
  const [state = '', shown = ''] = value === undefined ? missing : ['known', String(value)];
  return create('tr', { 'data-field': name, 'data-state': state }, [
    create('th', { scope: 'row' }, [name]),
    create('td', {}, [shown]),
    create('td', {}, [meaning]),
  ]);
}

/** @param {number} seconds */
function ageInWords(seconds) {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

// @ts-check

import { create, element, fetchJson, paint } from './tools.js';

/**
 * What is shown and what is copied are made from one tree, so the two cannot disagree.
 *
 * @typedef {{ tag: string, attributes: [name: string, value: string][], children: (Part | string)[] }} Part
 */

/** @typedef {{ label: string, values?: [value: string, name: string][], add?: string, text?: string, example: string[] }} Kind */

/** @type {Record<string, Kind>} */
const kinds = {
  country: { label: 'Country', add: 'Add a country', example: ['DE', 'AT', 'CH'] },
  eu: { label: 'European Union', example: [] },
  group: { label: 'Group of countries', add: 'Add a group', example: ['nordics'] },
  state: { label: 'State', text: 'US-CA US-OR', example: ['US-CA', 'US-OR'] },
  city: { label: 'City', text: 'Lyon, New York', example: ['Lyon', 'New York'] },
  continent: { label: 'Continent', add: 'Add a continent', example: ['AS'] },
  currency: { label: 'Currency', add: 'Add a currency', example: ['JPY'] },
  language: { label: 'Language of the browser', add: 'Add a language', example: ['fr'], values: languageNames(['ar', 'bn', 'zh', 'cs', 'da', 'nl', 'en', 'fi', 'fr', 'de', 'el', 'he', 'hi', 'hu', 'id', 'it', 'ja', 'ko', 'no', 'pl', 'pt', 'ro', 'es', 'sw', 'sv', 'th', 'tr', 'uk', 'ur', 'vi']) },
  'local-time': { label: 'Local time', text: 'mon-fri 09:00-17:30', example: ['mon-fri 09:00-17:30'] },
  device: { label: 'Device', add: 'Add a device', example: ['mobile'], values: [['desktop', 'Desktop'], ['mobile', 'Phone'], ['tablet', 'Tablet']] },
  color: { label: 'Light or dark', add: 'Add one', example: ['dark'], values: [['light', 'Light'], ['dark', 'Dark']] },
  query: { label: 'Link they came by', text: 'utm_source=letter', example: ['utm_source=letter'] },
  returning: { label: 'Was here before', example: [] },
};

const commaKinds = ['city', 'query'];
/** @type {Record<string, [value: string, name: string][]>} */
const offered = (await fetchJson('/demo/choices')) ?? {};
const form = /** @type {HTMLFormElement} */ (element('builder-form'));
const kindSelect = /** @type {HTMLSelectElement} */ (field('kind'));
/** @type {string[]} */
let values = [];
/** @type {any} */
const page = window;

// What is asked

function takeExample() {
  values = [...(kinds[kindSelect.value]?.example ?? [])];
  showValues();
}

/** Its own control for each kind of value: a list to choose from, a line to write, or none. */
function showValues() {
  const { add, text, label } = kinds[kindSelect.value] ?? { label: '' };
  const parts = [];
  if (add) {
    const names = new Map(valuesOf(kindSelect.value));
    const chips = values.map((value) => {
      const chip = create('button', { type: 'button', class: 'builder-value', 'aria-label': `Take ${names.get(value) ?? value} away` }, [names.get(value) ?? value, create('span', { 'aria-hidden': 'true' }, ['×'])]);
      chip.addEventListener('click', () => {
        values = values.filter((other) => other !== value);
        showValues();
        build();
        form.querySelector('.builder-values select')?.focus();
      });
      return chip;
    });
    const select = create('select', { 'aria-label': add }, [create('option', { value: '' }, [add]), ...[...names].filter(([value]) => !values.includes(value)).map(([value, name]) => create('option', { value }, [name]))]);
    // On its own a list would take whatever a keyboard passes by.
    const addButton = create('button', { type: 'button' }, ['Add']);
    addButton.addEventListener('click', () => {
      if (select.value) values = [...values, select.value];
      showValues();
      build();
      form.querySelector('.builder-values select')?.focus();
    });
    parts.push(...chips, create('span', { class: 'builder-add' }, [select, addButton]));
  } else if (text) {
    const input = create('input', { type: 'text', 'aria-label': label, placeholder: text, value: separated(), spellcheck: 'false', autocomplete: 'off' });
    input.addEventListener('input', () => (values = [input.value.trim()].filter(Boolean)));
    parts.push(input);
  }
  form.querySelector('.builder-values')?.replaceChildren(...parts);
}

/** @param {string} kind */
function valuesOf(kind) {
  return kinds[kind]?.values ?? offered[kind] ?? [];
}

/** @param {string[]} codes @returns {[value: string, name: string][]} */
function languageNames(codes) {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return codes.map((code) => [code, names.of(code) ?? code]);
}

function separated() {
  return values.join(commaKinds.includes(kindSelect.value) ? ', ' : ' ');
}

function conditionName() {
  return `${chosen('is') === 'not' ? 'not-' : ''}${kindSelect.value}`;
}

/** As text: `country: DE AT`. */
function conditionText() {
  return separated() ? `${conditionName()}: ${separated()}` : conditionName();
}

// What is made of it

function build() {
  const isClass = kindSelect.value === 'country' || kindSelect.value === 'group' || kindSelect.value === 'eu';
  const classes = /** @type {HTMLInputElement} */ (form.querySelector('[name="form"][value="class"]'));
  classes.disabled = !isClass;
  if (classes.disabled && classes.checked) /** @type {HTMLInputElement} */ (form.querySelector('[name="form"]')).checked = true;
  const { add, text } = kinds[kindSelect.value] ?? {};
  const isReady = !(add || text) || values.length > 0;
  element('builder-note').textContent = !isReady ? 'Name at least one, above.' : isClass ? '' : 'Classes know countries and groups alone.';
  const parts = (isReady && makers[chosen('form')]?.()) || [];
  const markup = parts.map((part) => write(part)).join('\n');
  // This page's style sheet has the rule already; the page it is copied into has not.
  paint(element('builder-markup'), markup.includes('geo-hidden') ? `${markup}\n<style>.geo-hidden { display: none }</style>` : markup);
  element('builder-result').replaceChildren(...parts.map(make));
  element('builder-copied').textContent = '';
  sayAnswer();
}

/** @type {Record<string, () => Part[]>} */
const makers = {
  element() {
    const { yes, no, hidden } = words();
    return [{
      tag: 'geo-if',
      attributes: [[conditionName(), separated()], ...hidden],
      children: [yes, ...(no ? [{ tag: 'span', attributes: /** @type {[string, string][]} */ ([['slot', 'else'], ['hidden', '']]), children: [no] }] : [])],
    }];
  },
  attribute() {
    const { yes, no, hidden } = words();
    return [
      { tag: 'p', attributes: [['data-geo-show', conditionText()], ...hidden], children: [yes] },
      ...(no ? [{ tag: 'p', attributes: /** @type {[string, string][]} */ ([['data-geo-hide', conditionText()], ['hidden', '']]), children: [no] }] : []),
    ];
  },
  class() {
    const { yes, no, hidden } = words();
    const names = kindSelect.value === 'eu' ? ['eu'] : values.map((value) => value.toLowerCase());
    const isNot = chosen('is') === 'not';
    /** @param {string} verb @param {boolean} isHidden */
    const classes = (verb, isHidden) => [...names.map((name) => `geo-${verb}-${name}`), ...(isHidden ? ['geo-hidden'] : [])].join(' ');
    return [
      { tag: 'p', attributes: [['class', classes(isNot ? 'hide' : 'show', hidden.length > 0)]], children: [yes] },
      ...(no ? [{ tag: 'p', attributes: /** @type {[string, string][]} */ ([['class', classes(isNot ? 'show' : 'hide', true)]]), children: [no] }] : []),
    ];
  },
};

/** @returns {{ yes: string, no: string, hidden: [string, string][] }} */
function words() {
  const yes = /** @type {HTMLInputElement} */ (field('yes')).value.trim() || 'For them';
  const no = /** @type {HTMLInputElement} */ (field('no')).value.trim();
  return { yes, no, hidden: /** @type {HTMLInputElement} */ (field('hidden')).checked ? [['hidden', '']] : [] };
}

/**
 * @param {Part} part
 * @returns {string}
 */
function write({ tag, attributes, children }, indent = '') {
  const names = attributes.map(([name, value]) => (value ? ` ${name}="${escaped(value)}"` : ` ${name}`)).join('');
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child).replaceAll('&quot;', '"') : write(child, `${indent}  `)));
  const isLong = children.length > 1 || tag === 'geo-if';
  return isLong ? `<${tag}${names}>\n${inner.map((line) => `${indent}  ${line}`).join('\n')}\n${indent}</${tag}>` : `<${tag}${names}>${inner.join('')}</${tag}>`;
}

/** @param {Part} part @returns {HTMLElement} */
function make({ tag, attributes, children }) {
  const made = document.createElement(tag);
  for (const [name, value] of attributes) made.setAttribute(name, value);
  made.append(...children.map((child) => (typeof child === 'string' ? child : make(child))));
  return made;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '');
}

/** What it comes to for the visitor of this moment. */
function sayAnswer() {
  const geolet = page.geolet;
  if (!geolet?.visitor) return;
  const { add, text } = kinds[kindSelect.value] ?? {};
  const answer = separated() || !(add || text) ? geolet.matches(conditionText()) : undefined;
  const who = [geolet.visitor.city, geolet.visitor.countryName].filter(Boolean).join(', ') || 'somebody unknown';
  element('builder-answer').textContent = `${answer === undefined ? 'Unknown' : answer ? 'Yes' : 'No'} for ${who}`;
  element('builder-answer').dataset.answer = String(answer);
}

async function copy() {
  const code = element('builder-markup');
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    element('builder-copied').textContent = 'Copied';
  } catch {
    getSelection()?.selectAllChildren(code);
    element('builder-copied').textContent = 'Selected: copy it by hand';
  }
}

/** @param {string} name */
function field(name) {
  return /** @type {HTMLElement} */ (form.elements.namedItem(name));
}

/** @param {string} name */
function chosen(name) {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

kindSelect.append(...Object.entries(kinds).map(([name, { label }]) => create('option', { value: name }, [label])));
takeExample();
form.addEventListener('change', (event) => {
  if (event.target instanceof Element && event.target.closest('.builder-add')) return;
  if (event.target === kindSelect) takeExample();
  build();
});
// A value that is half written is no condition yet: it counts when it is left.
form.addEventListener('input', ({ target }) => target instanceof Element && target.matches('[name="yes"], [name="no"]') && build());
form.addEventListener('submit', (event) => event.preventDefault());
element('builder-copy').addEventListener('click', () => void copy());
(page.geoletQueue ??= []).push(() => {
  document.addEventListener('geo-ready', sayAnswer);
  document.addEventListener('geo-change', sayAnswer);
  sayAnswer();
});
build();
element('builder').classList.remove('waiting');

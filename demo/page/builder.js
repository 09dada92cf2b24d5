// @ts-check

import { conditionInText, forms, make, markupOf, valuesInText } from './builder-markup.js';
import { create, element } from './dom.js';
import { fetchJson } from './fetch-json.js';
import { partsOf } from './markup-parts.js';

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
  language: {
    label: 'Language of the browser',
    add: 'Add a language',
    example: ['fr'],
    values: languageNames([
      'ar',
      'bn',
      'zh',
      'cs',
      'da',
      'nl',
      'en',
      'fi',
      'fr',
      'de',
      'el',
      'he',
      'hi',
      'hu',
      'id',
      'it',
      'ja',
      'ko',
      'no',
      'pl',
      'pt',
      'ro',
      'es',
      'sw',
      'sv',
      'th',
      'tr',
      'uk',
      'ur',
      'vi',
    ]),
  },
  'local-time': { label: 'Local time', text: 'mon-fri 09:00-17:30', example: ['mon-fri 09:00-17:30'] },
  device: {
    label: 'Device',
    add: 'Add a device',
    example: ['mobile'],
    values: [
      ['desktop', 'Desktop'],
      ['mobile', 'Phone'],
      ['tablet', 'Tablet'],
    ],
  },
  color: {
    label: 'Light or dark',
    add: 'Add one',
    example: ['dark'],
    values: [
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
  },
  path: { label: 'Page they are on', text: '/products/*', example: ['/products/*'] },
  query: { label: 'Link they came by', text: 'utm_source=letter', example: ['utm_source=letter'] },
  returning: { label: 'Was here before', example: [] },
  gpc: { label: 'Sends an opt-out signal', example: [] },
};
const kindsWithClasses = ['country', 'group', 'eu'];

/** @type {Record<string, [value: string, name: string][]>} */
const offered = (await fetchJson('choices.json')) ?? {};
const form = /** @type {HTMLFormElement} */ (element('builder-form'));
const kindSelect = /** @type {HTMLSelectElement} */ (form.elements.namedItem('kind'));
/** @type {string[]} */
let values = [];

// The condition

/** @returns {import('./builder-markup.js').Wanted} */
function wanted() {
  return {
    kind: kindSelect.value,
    values,
    isNot: answerTo('is') === 'not',
    yes: answerTo('yes') || 'For them',
    no: answerTo('no'),
    isHidden: answerTo('hidden') !== '',
  };
}

/** @param {string} name */
function answerTo(name) {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value.trim() : '';
}

function takeExample() {
  values = [...(kinds[kindSelect.value]?.example ?? [])];
  showValues();
}

/** Its own control for each kind of value: a list to choose from, a line to write, or none. */
function showValues() {
  const { add, text, label } = kinds[kindSelect.value] ?? { label: '' };
  const line = text ? [lineFor(text, label)] : [];
  element('builder-values').replaceChildren(...(add ? listOf(add) : line));
}

/** @param {string} add */
function listOf(add) {
  const names = new Map(kinds[kindSelect.value]?.values ?? offered[kindSelect.value] ?? []);
  const chips = values.map((value) => {
    const name = names.get(value) ?? value;
    const chip = create('button', { type: 'button', class: 'builder-value', 'aria-label': `Remove ${name}` }, [
      name,
      create('span', { 'aria-hidden': 'true' }, ['×']),
    ]);
    chip.addEventListener('click', () => change(values.filter((other) => other !== value)));
    return chip;
  });
  const left = [...names].filter(([value]) => !values.includes(value));
  const select = create('select', { 'aria-label': add }, [
    create('option', { value: '' }, [add]),
    ...left.map(([value, name]) => create('option', { value }, [name])),
  ]);
  // A button adds the value. Otherwise each value that the arrow keys pass would be added.
  const button = create('button', { type: 'button' }, ['Add']);
  button.addEventListener('click', () => change(select.value ? [...values, select.value] : values));
  return [...chips, create('span', { class: 'builder-add' }, [select, button])];
}

/** @param {string[]} others */
function change(others) {
  values = others;
  showValues();
  build();
  element('builder-values').querySelector('select')?.focus();
}

/**
 * @param {string} example
 * @param {string} label
 */
function lineFor(example, label) {
  const input = create('input', {
    type: 'text',
    'aria-label': label,
    placeholder: example,
    value: valuesInText(wanted()),
    spellcheck: 'false',
    autocomplete: 'off',
  });
  input.addEventListener('input', () => (values = [input.value.trim()].filter(Boolean)));
  return input;
}

/** @param {string[]} codes @returns {[value: string, name: string][]} */
function languageNames(codes) {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return codes.map((code) => [code, names.of(code) ?? code]);
}

// The markup for it

function build() {
  const hasClass = kindsWithClasses.includes(kindSelect.value);
  const [first, , byClass] = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('[name="form"]'));
  if (byClass) byClass.disabled = !hasClass;
  if (first && byClass?.disabled && byClass.checked) first.checked = true;
  const note = hasClass ? '' : 'Classes work with countries and groups only.';
  element('builder-note').textContent = isReady() ? note : 'Choose at least one above.';
  const trees = (isReady() && forms[answerTo('form')]?.(wanted())) || [];
  element('builder-markup').replaceChildren(
    ...markupOf(trees)
      .split(/(?<=\n)/)
      .map(coloured),
  );
  element('builder-result').replaceChildren(...trees.map(make));
  sayAnswer();
}

/** @param {string} line */
function coloured(line) {
  return create(
    'span',
    { class: 'line' },
    partsOf(line).map(({ words, part }) => (part ? create('span', { 'data-part': part }, [words]) : words)),
  );
}

function isReady() {
  const { add, text } = kinds[kindSelect.value] ?? {};
  return !(add || text) || values.length > 0;
}

/** Shows the answer for the current visitor. */
function sayAnswer() {
  const { geolet } = globalThis;
  if (!geolet?.visitor) return;
  const answer = isReady() ? geolet.matches(conditionInText(wanted())) : undefined;
  const who = [geolet.visitor.city, geolet.visitor.countryName].filter(Boolean).join(', ') || 'this visitor';
  const yesOrNo = answer ? 'Yes' : 'No';
  element('builder-answer').textContent = `${answer === undefined ? 'Unknown' : yesOrNo} for ${who}`;
  element('builder-answer').dataset.answer = String(answer);
}

kindSelect.append(...Object.entries(kinds).map(([name, { label }]) => create('option', { value: name }, [label])));
takeExample();
form.addEventListener('change', (event) => {
  if (event.target instanceof Element && event.target.closest('.builder-add')) return;
  if (event.target === kindSelect) takeExample();
  build();
});
// A half-written value is not a condition yet. It counts once the field has lost the focus.
form.addEventListener(
  'input',
  ({ target }) => target instanceof Element && target.matches('[name="yes"], [name="no"]') && build(),
);
form.addEventListener('submit', (event) => event.preventDefault());
(globalThis.geoletQueue ??= []).push(() => {
  document.addEventListener('geo-ready', sayAnswer);
  document.addEventListener('geo-change', sayAnswer);
  sayAnswer();
});
build();
element('builder').classList.remove('waiting');

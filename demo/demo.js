// @ts-check

import { closest, create, element, fetchJson, fetchText, paint } from './tools.js';

/** @typedef {{ id: string, label: string, country: string }} DemoVisitor */
/** @typedef {{ origin: string, exposure: string, meaning: string, absent: string }} Field */

const root = document.documentElement;
const cookieName = 'demo-visitor';

/** Visitors who are nowhere in particular; the cities come from the server. */
const others = [
  { id: 'yourself', label: 'Yourself' },
  { id: 'unknown', label: 'Unknown' },
  { id: 'down', label: 'Service down' },
  { id: 'slow', label: 'Slow (3 s)' },
];

/** @type {any} */
let geolet;

logEvents();
listenToSwitches();

const [cities, fields] = await Promise.all([
  fetchJson('/demo/visitors').then((list) => /** @type {DemoVisitor[]} */ (list ?? [])),
  fetchJson('/demo/fields').then((table) => /** @type {Record<string, Field>} */ (table ?? {})),
]);

buildVisitBar();
void showMarkup();
/** @type {any} */
const page = window;
(page.geoletQueue ??= []).push(start);

showPushes();

/** @param {any} loaded */
async function start(loaded) {
  geolet = loaded;
  listenToActions();
  countAnswers();
  await geolet.ready;
  // This module may have come after the event.
  if (!document.querySelector('#event-log [data-event="geo-ready"]')) log('geo-ready', describe({ type: 'geo-ready', visitor: geolet.visitor }));
  showRecord();
  say(whereIsIt());
  if (geolet.visitor.source === 'preview') uncheckVisitor();
  document.addEventListener('geo-change', () => {
    showRecord();
    if (!isBusy()) say(whereIsIt());
    markChanges();
  });
  rememberWords();
}

// Visit as

function buildVisitBar() {
  const chosen = chosenVisitor();
  const fieldset = create('fieldset', {}, [
    create('legend', {}, ['Visit as']),
    create('div', { class: 'chips' }, cities.map((city) => chip(city, chosen))),
    create('div', { class: 'chips' }, [
      ...others.map((visitor) => chip(visitor, chosen)),
      create('a', { class: 'chip-link', href: '/without-scripts' }, ['Scripts off']),
      create('a', { class: 'chip-link', href: '?geo-as=PT' }, ['Anywhere else']),
    ]),
  ]);
  fieldset.addEventListener('change', (event) => void visitAs(/** @type {HTMLInputElement} */ (event.target).value));
  element('visit-choices').replaceChildren(fieldset);
  fieldset.querySelector(':checked')?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/**
 * @param {{ id: string, label: string }} visitor
 * @param {string} chosen
 */
function chip(visitor, chosen) {
  const input = create('input', { type: 'radio', name: 'visitor', value: visitor.id, autocomplete: 'off' });
  input.checked = visitor.id === chosen;
  return create('label', { class: 'chip' }, [input, create('span', {}, [visitor.label])]);
}

/** Whoever the page is tried as is none of these. */
function uncheckVisitor() {
  const checked = element('visit-choices').querySelector(':checked');
  if (checked instanceof HTMLInputElement) checked.checked = false;
}

let visits = 0;
let arrived = Promise.resolve();

/** @param {string} id */
async function visitAs(id) {
  const visit = ++visits;
  document.cookie = `${cookieName}=${id}; Path=/; SameSite=Lax${id === 'yourself' ? '; Max-Age=0' : ''}`;
  if (!geolet) return;
  // A preview is left by loading the page anew.
  if (geolet.visitor?.source === 'preview') return location.replace('/?geo-as=');
  say('Asking', true);
  // Who asks while another is being asked about gets that one's answer: arrow keys are faster than answers.
  arrived = arrived.then(() => (visit === visits ? arrive(id) : undefined));
  await arrived;
  if (visit === visits) say(whereIsIt());
}

/** @param {string} id */
async function arrive(id) {
  geolet.reset();
  if (arrivesAnew.includes(id)) return arriveAnew();
  geolet.consent(true);
  await geolet.refresh();
}

/** These are worth seeing only by a visitor of whom nothing is known yet: a known one would go on as before. */
const arrivesAnew = ['down', 'slow'];

/** Withdrawing forgets everything, so that the next answer is a first one. */
async function arriveAnew() {
  geolet.consent(false);
  const answered = new Promise((resolve) => {
    for (const name of ['geo-change', 'geo-error']) document.addEventListener(name, resolve, { once: true });
  });
  geolet.consent(true);
  await answered;
}

function chosenVisitor() {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`));
  return found?.slice(cookieName.length + 1) ?? 'yourself';
}

function whereIsIt() {
  const visitor = geolet.visitor;
  const places = [visitor.city, visitor.countryName].filter(Boolean);
  if (visitor.source === 'preview') return `Viewing as ${places.join(', ') || 'nobody known'}`;
  if (visitor.source === 'choice') return `Chosen: ${places.join(', ') || 'nobody known'}`;
  if (places.length > 0) return `Read in ${places.join(', ')}`;
  return visitor.source === 'none' ? 'No answer: the page as it is written' : 'Read from nowhere known';
}

/**
 * @param {string} words
 * @param {boolean} busy
 */
function say(words, busy = false) {
  const status = element('visit-status');
  status.textContent = words;
  status.toggleAttribute('data-busy', busy);
}

function isBusy() {
  return element('visit-status').hasAttribute('data-busy');
}

// Look

function listenToSwitches() {
  element('switches').classList.remove('waiting');
  const darkByDefault = matchMedia('(prefers-color-scheme: dark)').matches;
  press('dark', darkByDefault);
  element('switches').addEventListener('click', (event) => {
    const button = closest(event, '[data-switch]');
    if (!button) return;
    const on = button.getAttribute('aria-pressed') !== 'true';
    press(button.dataset.switch ?? '', on);
    if (button.dataset.switch === 'dark') root.dataset.theme = on ? 'dark' : 'light';
    if (button.dataset.switch === 'right-to-left') root.dir = on ? 'rtl' : 'ltr';
    if (button.dataset.switch === 'x-ray') document.body.classList.toggle('x-ray', on);
    if (button.dataset.switch === 'why') askWhy(on);
  });
  document.addEventListener('click', explainClicked, true);
  document.addEventListener('keydown', (event) => {
    if (!document.body.classList.contains('asks-why')) return;
    if (event.key === 'Escape') askWhy(false);
    else if (event.key === 'Enter' && event.target instanceof Element && event.target.hasAttribute('data-why')) explainClicked(event);
  });
}

// Asking why

/** @param {boolean} on */
function askWhy(on) {
  press('why', on);
  document.body.classList.toggle('asks-why', on);
  element('why').hidden = !on;
  for (const asked of document.querySelectorAll('[data-asked]')) asked.removeAttribute('data-asked');
  // By keyboard they are reached for as long as one can ask.
  const parts = on ? 'main :is(geo-text, geo-currency, geo-switch, geo-if, geo-time, geo-nearest, [data-geo-text], [data-geo-show], [data-geo-hide]):not([tabindex], a, button)' : '[data-why]';
  for (const part of document.querySelectorAll(parts)) {
    part.toggleAttribute('data-why', on);
    if (on) part.setAttribute('tabindex', '0');
    else part.removeAttribute('tabindex');
  }
}

/** @param {Event} event */
function explainClicked(event) {
  const [target] = event.composedPath();
  if (!document.body.classList.contains('asks-why') || !(target instanceof Element) || !closest(event, 'main') || closest(event, '#actions, .markup')) return;
  event.preventDefault();
  event.stopPropagation();
  for (const asked of document.querySelectorAll('[data-asked]')) asked.removeAttribute('data-asked');
  if (event.target instanceof Element) event.target.setAttribute('data-asked', '');
  void geolet?.explain(target).then(showWhy);
}

/** @param {string | undefined} words */
function showWhy(words) {
  element('why').hidden = false;
  element('why-words').textContent = words ?? 'The file that knows could not be had.';
  element('why-words').scrollTop = 0;
}

/**
 * @param {string} name
 * @param {boolean} on
 */
function press(name, on) {
  document.querySelector(`[data-switch="${name}"]`)?.setAttribute('aria-pressed', String(on));
}

// Marking what has changed

/** @type {Map<HTMLElement, string>} */
const words = new Map();

function rememberWords() {
  for (const part of document.querySelectorAll('.greeting, h1, .price, .terms li, figcaption span, .result')) {
    if (part instanceof HTMLElement) words.set(part, wordsOf(part));
  }
}

function markChanges() {
  // Elements render a moment after the event.
  setTimeout(() => {
    const before = new Map(words);
    rememberWords();
    for (const [part, now] of words) {
      part.classList.remove('changed');
      if (before.get(part) === now) continue;
      void part.offsetWidth;
      part.classList.add('changed');
    }
  }, 60);
}

/** @param {HTMLElement} part */
function wordsOf(part) {
  const values = [...part.querySelectorAll('geo-text, geo-currency, geo-time, geo-nearest')].map((value) => value.shadowRoot?.textContent ?? '');
  const inputs = [...part.querySelectorAll('input, select')].map((input) => /** @type {HTMLInputElement} */ (input).value);
  return [part.innerText, ...values, ...inputs].join('\n');
}

// Markup beside its result: taken from the page's own source, so the two cannot disagree.

async function showMarkup() {
  const [page, styles] = await Promise.all([fetchText(location.pathname), fetchText('demo.css')]);
  for (const code of document.querySelectorAll('[data-markup]')) {
    const name = code.getAttribute('data-markup');
    const example = insideOf(page, `data-example="${name}"`);
    if (example) paint(code, dedent(example));
  }
  for (const code of document.querySelectorAll('[data-style-sheet]')) {
    const name = code.getAttribute('data-style-sheet');
    const rules = styles.split(`/* example: ${name} */`)[1]?.split(`/* end: ${name} */`)[0];
    if (rules) code.textContent = dedent(rules);
  }
  for (const script of [countAnswers, showPushes]) {
    const code = document.querySelector(`[data-function="${script.name}"]`);
    if (code) code.textContent = dedent(`  ${script.toString().replace(/^[^{]*\{|\}$/g, '').trim()}`);
  }
}

/**
 * What stands between an element's tags, letter by letter as it is written.
 *
 * @param {string} page
 * @param {string} attribute
 */
function insideOf(page, attribute) {
  const start = page.indexOf('>', page.indexOf(attribute)) + 1;
  const name = /<(\w+)[^<]*$/.exec(page.slice(0, start))?.[1];
  let depth = 1;
  for (const tag of page.slice(start).matchAll(new RegExp(`<(/?)${name}\\b`, 'g'))) {
    depth += tag[1] ? -1 : 1;
    if (depth === 0) return page.slice(start, start + tag.index);
  }
  return undefined;
}

/** @param {string} text */
function dedent(text) {
  const lines = text.replace(/^\s*\n|\s+$/g, '').split('\n');
  const indents = lines.filter((line) => line.trim()).map((line) => line.search(/\S/));
  return lines.map((line) => line.slice(Math.min(...indents))).join('\n');
}

// The record and the events

function showRecord() {
  const visitor = geolet.visitor;
  const names = Object.keys(fields).length > 0 ? Object.keys(fields) : Object.keys(visitor);
  const rows = names.map((name) => {
    const value = visitor[name];
    const field = fields[name];
    const keptBack = value === undefined && field?.exposure === 'off';
    const state = value !== undefined ? 'known' : keptBack ? 'kept-back' : 'absent';
    const shown = value !== undefined ? String(value) : keptBack ? 'kept back by the proxy' : 'absent';
    return create('tr', { 'data-field': name, 'data-state': state }, [
      create('th', { scope: 'row' }, [name]),
      create('td', {}, [shown]),
      create('td', {}, [field?.meaning ?? '']),
    ]);
  });
  element('record-fields').replaceChildren(...rows);
  element('record-source').textContent = `source: ${visitor.source}, age: ${ageInWords(visitor.age)}`;
}

/** @param {number} seconds */
function ageInWords(seconds) {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

function logEvents() {
  for (const name of ['geo-ready', 'geo-change', 'geo-error', 'geo-match', 'geo-unmatch']) {
    document.addEventListener(name, (event) => log(name, describe(event)));
  }
}

/**
 * @param {string} name
 * @param {string} about
 */
function log(name, about) {
  const now = new Date();
  const entries = element('event-log');
  entries.prepend(
    create('li', { 'data-event': name }, [
      create('time', { datetime: now.toISOString() }, [now.toTimeString().slice(0, 8)]),
      create('b', {}, [name]),
      create('span', {}, [about]),
    ]),
  );
  while (entries.children.length > 100) entries.lastElementChild?.remove();
}

/** @param {any} event */
function describe(event) {
  if (event.type === 'geo-error') return event.code;
  if (event.target instanceof Element) return conditionOf(event.target);
  return [event.visitor?.source, event.visitor?.countryCode].filter(Boolean).join(' ');
}

/** @param {Element} conditional */
function conditionOf(conditional) {
  const attributes = [...conditional.attributes].filter(({ name }) => !['hidden', 'slot'].includes(name));
  return attributes.map(({ name, value }) => (value ? `${name}="${value}"` : name)).join(' ');
}

function countAnswers() {
  const answers = document.querySelector('#answers');
  geolet.ready.then(() => answers.value++);
  document.addEventListener('geo-change', () => answers.value++);
}

function showPushes() {
  const layer = (page.dataLayer ??= []);
  const show = () => (element('pushed').textContent = JSON.stringify(layer.at(-1)));
  layer.push = (...pushed) => {
    layer.splice(layer.length, 0, ...pushed);
    show();
  };
  if (layer.length > 0) show();
}

function listenToActions() {
  for (const waiting of document.querySelectorAll('.waiting')) waiting.classList.remove('waiting');
  document.addEventListener('click', (event) => {
    const action = closest(event, '[data-action]')?.dataset.action;
    if (action === 'refresh') void geolet.refresh();
    if (action === 'override') void geolet.override('JP');
    if (action === 'reset') void geolet.reset();
    if (action === 'withdraw') void geolet.consent(false);
    if (action === 'grant') void geolet.consent(true);
    if (action === 'inspect') void geolet.inspect().then((/** @type {object | undefined} */ state) => showWhy(JSON.stringify(state, undefined, 2)));
    if (action === 'close') askWhy(false);
    if (action === 'clear') element('event-log').replaceChildren();
  });
}

// @ts-check

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

const [cities, fields] = await Promise.all([
  fetchJson('/demo/visitors').then((list) => /** @type {DemoVisitor[]} */ (list ?? [])),
  fetchJson('/demo/fields').then((table) => /** @type {Record<string, Field>} */ (table ?? {})),
]);

buildVisitBar();
listenToSwitches();
showMarkup();
logEvents();
countAnswers();

/** @type {any} */
let geolet;
(window.geoletQueue = window.geoletQueue || []).push(start);
window.addEventListener('load', () => {
  if (!window.geolet) say('geolet.js is not there: run npm run build.');
});

/** @param {any} loaded */
async function start(loaded) {
  geolet = loaded;
  listenToActions();
  await geolet.ready;
  showRecord();
  say(whereIsIt());
  document.addEventListener('geo-change', () => {
    showRecord();
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
    ]),
  ]);
  fieldset.addEventListener('change', (event) => void visitAs(/** @type {HTMLInputElement} */ (event.target).value));
  element('visit-choices').replaceChildren(fieldset);
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

let visits = 0;

/** @param {string} id */
async function visitAs(id) {
  const visit = ++visits;
  document.cookie = `${cookieName}=${id}; Path=/; SameSite=Lax${id === 'yourself' ? '; Max-Age=0' : ''}`;
  if (!geolet) return;
  say('Asking again', true);
  await geolet.refresh();
  if (visit === visits) say(whereIsIt());
}

function chosenVisitor() {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`));
  return found?.slice(cookieName.length + 1) ?? 'yourself';
}

function whereIsIt() {
  const visitor = geolet.visitor;
  const places = [visitor?.city, visitor?.countryName].filter(Boolean);
  if (places.length > 0) return `Read in ${places.join(', ')}`;
  return visitor ? 'Read from nowhere known' : 'No answer: the page as written';
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

// Look

function listenToSwitches() {
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
  });
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
  for (const part of document.querySelectorAll('[data-live]')) {
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
  const values = [...part.querySelectorAll('geo-text, geo-currency')].map((value) => value.shadowRoot?.textContent ?? '');
  const inputs = [...part.querySelectorAll('input, select')].map((input) => /** @type {HTMLInputElement} */ (input).value);
  return [part.innerText, ...values, ...inputs].join('\n');
}

// Markup beside its result: taken from the page's own source, so the two cannot disagree.

async function showMarkup() {
  const [page, styles] = await Promise.all([fetchText(location.pathname), fetchText('demo.css')]);
  const source = new DOMParser().parseFromString(page, 'text/html');
  for (const code of document.querySelectorAll('[data-markup]')) {
    const name = code.getAttribute('data-markup');
    const example = source.querySelector(`[data-example="${name}"]`);
    if (example) paint(code, dedent(example.innerHTML.replace(/(\s[\w-]+)=""/g, '$1')));
  }
  for (const code of document.querySelectorAll('[data-style-sheet]')) {
    const name = code.getAttribute('data-style-sheet');
    const rules = styles.split(`/* example: ${name} */`)[1]?.split(`/* end: ${name} */`)[0];
    if (rules) code.textContent = dedent(rules);
  }
  for (const code of document.querySelectorAll('[data-function="countAnswers"]')) {
    code.textContent = dedent(`  ${countAnswers.toString().replace(/^[^{]*\{|\}$/g, '').trim()}`);
  }
}

/** @param {string} text */
function dedent(text) {
  const lines = text.replace(/^\s*\n|\s+$/g, '').split('\n');
  const indents = lines.filter((line) => line.trim()).map((line) => line.search(/\S/));
  return lines.map((line) => line.slice(Math.min(...indents))).join('\n');
}

/**
 * @param {Element} code
 * @param {string} text
 */
function paint(code, text) {
  const parts = text.matchAll(/(?<tag><\/?[\w-]+|\/?>)|(?<name>[\w-]+(?==")|(?<=\s)(?:hidden|eu)(?=[\s>]))|(?<value>"[^"]*")|(?<rest>[^<>"\s]+|\s+|.)/g);
  const nodes = [...parts].map(({ 0: words, groups = {} }) => {
    const part = ['tag', 'name', 'value'].find((name) => groups[name] !== undefined);
    return part ? create('span', { 'data-part': part }, [words]) : words;
  });
  code.replaceChildren(...nodes);
}

// The record and the events

function showRecord() {
  const visitor = geolet.visitor;
  const names = Object.keys(fields).length > 0 ? Object.keys(fields) : Object.keys(visitor ?? {});
  const rows = names.map((name) => {
    const value = visitor?.[name];
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
  element('record-source').textContent = visitor ? `${visitor.source}, ${ageInWords(visitor.age)}` : 'none';
}

/** @param {unknown} milliseconds */
function ageInWords(milliseconds) {
  if (typeof milliseconds !== 'number') return 'age unknown';
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s old`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min old` : `${Math.round(seconds / 3600)} h old`;
}

function logEvents() {
  for (const name of ['geo-ready', 'geo-change', 'geo-error', 'geo-match', 'geo-unmatch']) {
    document.addEventListener(name, (event) => {
      const now = new Date();
      const entry = create('li', { 'data-event': name }, [
        create('time', { datetime: now.toISOString() }, [now.toTimeString().slice(0, 8)]),
        create('b', {}, [name]),
        create('span', {}, [describe(event)]),
      ]);
      const log = element('event-log');
      log.prepend(entry);
      while (log.children.length > 100) log.lastElementChild?.remove();
    });
  }
}

/** @param {any} event */
function describe(event) {
  const detail = { ...event.detail };
  const visitor = event.visitor ?? detail.visitor ?? geolet?.visitor;
  if (event.type === 'geo-error') return String(event.code ?? detail.code ?? '');
  if (event.target === document) return visitor ? [visitor.source, visitor.countryCode].filter(Boolean).join(' ') : 'no record';
  return event.target instanceof Element ? event.target.localName : '';
}

function countAnswers() {
  const answers = document.querySelector('#answers');
  for (const name of ['geo-ready', 'geo-change']) {
    document.addEventListener(name, () => answers.value++);
  }
}

function listenToActions() {
  document.addEventListener('click', (event) => {
    const action = closest(event, '[data-action]')?.dataset.action;
    if (action === 'refresh') void geolet.refresh();
    if (action === 'override') void geolet.override('JP');
    if (action === 'reset') void geolet.reset();
    if (action === 'withdraw') void geolet.consent(false);
    if (action === 'grant') void geolet.consent(true);
    if (action === 'clear') element('event-log').replaceChildren();
  });
}

// Small tools

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found;
}

/**
 * @param {Event} event
 * @param {string} selector
 */
function closest(event, selector) {
  return event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest(selector)) : null;
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
function create(name, attributes = {}, children = []) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  created.append(...children);
  return created;
}

/** @param {string} address */
async function fetchText(address) {
  const answer = await fetch(address);
  return answer.ok ? answer.text() : '';
}

/** @param {string} address */
async function fetchJson(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

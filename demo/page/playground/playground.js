// @ts-check

import { create, element } from '../dom.js';
import { colourAsTyped } from './editor.js';
import { examples } from './examples.js';
import { playgroundLink, readPlaygroundLink } from './link.js';
import { createStage } from './stage.js';
import { visitOf, wordsOf } from './visitors.js';

const field = /** @type {HTMLTextAreaElement} */ (element('playground-markup'));
const exampleList = /** @type {HTMLSelectElement} */ (element('playground-example'));
const visitorList = /** @type {HTMLSelectElement} */ (element('playground-visitor'));
const explainButton = element('playground-explain');
const changeButton = element('playground-change');
const events = element('playground-events');
const colour = colourAsTyped(field, element('playground-colours'));
const mostEvents = 100;
/** What is said of a page that knows no place. @type {Record<string, string>} */
const whileUnknown = { fails: 'The lookup failed: the page as written', slow: 'Looking up …' };
/** Whoever types is left to finish a word. */
const pauseMs = 350;
const whatToDo = element('playground-words').textContent ?? '';

const stage = createStage(/** @type {HTMLIFrameElement} */ (element('playground-frame')), {
  event: log,
  visitor: (where) => sayWhere(where ? `Seen from ${where}` : (whileUnknown[visitorList.value] ?? 'Location unknown')),
  mistakes: listMistakes,
  explained: (words) => (element('playground-words').textContent = words || 'There is nothing to explain here.'),
});

let visits = 0;
let pause = 0;

async function run() {
  clearTimeout(pause);
  const visit = ++visits;
  const found = await visitOf(visitorList.value);
  // A later choice may have been faster.
  if (visit !== visits) return;
  events.replaceChildren();
  sayWhere('');
  stage.show(field.value, found, changeButton.getAttribute('aria-pressed') === 'true' ? wordsOf(found) : undefined);
  keepInAddress();
}

/** The address is always a link to what is shown. */
function keepInAddress() {
  history.replaceState(undefined, '', playgroundLink({ markup: field.value, visitor: visitorList.value }));
}

/**
 * @param {string} name
 * @param {string} words
 */
function log(name, words) {
  events.prepend(create('li', { 'data-event': name }, [create('b', {}, [name]), create('span', {}, [words])]));
  while (events.children.length > mostEvents) events.lastElementChild?.remove();
}

/** What the live page has found in itself. @param {string[]} lines */
function listMistakes(lines) {
  const count = lines.length === 1 ? '1 to check' : `${lines.length} to check`;
  element('playground-check').hidden = !lines.length;
  element('playground-count').textContent = lines.length ? count : '';
  element('playground-mistakes').replaceChildren(...lines.map((line) => create('li', {}, [line])));
}

/** @param {string} words */
function sayWhere(words) {
  element('playground-where').textContent = words;
}

/** @param {string} markup */
function write(markup) {
  field.value = markup;
  colour();
}

function readAddress() {
  const shared = readPlaygroundLink(location.hash);
  const [first] = examples;
  write(shared?.markup ?? first?.markup ?? '');
  exampleList.value = String(shared ? examples.findIndex(({ markup }) => markup === shared.markup) : 0);
  visitorList.value = shared?.visitor || 'osaka';
  if (visitorList.selectedIndex < 0) visitorList.value = 'osaka';
  if (location.hash && !shared)
    element('playground-note').textContent = 'This link is incomplete, so you see the first example.';
  return run();
}

async function copyLink() {
  keepInAddress();
  try {
    await navigator.clipboard.writeText(location.href);
    element('playground-note').textContent = 'Link copied.';
  } catch {
    element('playground-note').textContent = 'Copy the address of this page.';
  }
}

/** @param {boolean} on */
function setExplains(on) {
  explainButton.setAttribute('aria-pressed', String(on));
  if (on) element('playground-words').textContent = whatToDo;
  element('playground-why').hidden = !on;
  stage.setExplains(on);
}

exampleList.append(...examples.map(({ name }, index) => create('option', { value: String(index) }, [name])));
exampleList.addEventListener('change', () => {
  write(examples[Number(exampleList.value)]?.markup ?? '');
  void run();
});
visitorList.addEventListener('change', () => void run());
field.addEventListener('input', () => {
  clearTimeout(pause);
  pause = window.setTimeout(() => void run(), pauseMs);
});
explainButton.addEventListener('click', () => setExplains(explainButton.getAttribute('aria-pressed') !== 'true'));
changeButton.addEventListener('click', () => {
  const on = changeButton.getAttribute('aria-pressed') !== 'true';
  changeButton.setAttribute('aria-pressed', String(on));
  if (on) element('playground-note').textContent = 'Press “Change this page” in the live page.';
  void run();
});
element('playground-link').addEventListener('click', () => void copyLink());
addEventListener('hashchange', () => void readAddress());
void readAddress();

// @ts-check

import { closest, element } from './dom.js';

/** What can be explained, and which of these the keyboard does not reach by itself. */
const parts =
  'main :is(geo-text, geo-currency, geo-switch, geo-if, geo-time, geo-delivery, geo-nearest, [data-geo-text], [data-geo-show], [data-geo-hide])';
const unreached = `${parts}:not([tabindex], a, button)`;

const whatToDo = element('why-words').textContent;

/** Gets the focus back once the panel is closed. @type {HTMLElement | undefined} */
let opener;

/** Counts what was asked and closed: an answer that comes after the next of these is not shown. */
let questions = 0;

export function listenToWhy() {
  document.addEventListener('click', explainClicked, true);
  element('why-close').addEventListener('click', close);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !element('why').hidden) close();
    else if (event.key === 'Enter' && event.target instanceof Element && event.target.hasAttribute('data-why'))
      explainClicked(event);
  });
}

/** @param {boolean} on */
export function askWhy(on) {
  questions++;
  element('switch-why').setAttribute('aria-pressed', String(on));
  document.documentElement.classList.toggle('asks-why', on);
  unmark();
  // The keyboard reaches them while the explanations are on.
  for (const part of document.querySelectorAll(on ? unreached : '[data-why]')) {
    part.toggleAttribute('data-why', on);
    if (on) part.setAttribute('tabindex', '0');
    else part.removeAttribute('tabindex');
  }
  if (on) show(whatToDo, element('switch-why'));
  else element('why').hidden = true;
}

/**
 * @param {Promise<string | undefined> | undefined} answer
 * @param {HTMLElement} asker gives the panel its name.
 */
export async function showAnswer(answer, asker) {
  const question = ++questions;
  const words = await answer;
  if (question === questions) show(words, asker);
}

/**
 * @param {string | undefined} words
 * @param {HTMLElement} asker
 */
function show(words, asker) {
  open(asker);
  element('why-title').textContent = asker.textContent;
  element('why-words').textContent = words ?? 'The explanation could not be loaded. Try again.';
  element('why-words').scrollTop = 0;
}

/** @param {HTMLElement} asker */
function open(asker) {
  opener = asker;
  element('why').hidden = false;
}

function close() {
  const hadFocus = element('why').contains(document.activeElement) || document.activeElement?.hasAttribute('data-why');
  askWhy(false);
  if (hadFocus) opener?.focus();
}

/** @param {Event} event */
function explainClicked(event) {
  const [target] = event.composedPath();
  const isAsked =
    document.documentElement.classList.contains('asks-why') &&
    closest(event, 'main') &&
    !closest(event, '#actions, .markup');
  if (!isAsked || !(target instanceof Element)) return;
  event.preventDefault();
  event.stopPropagation();
  unmark();
  const only = onlyPartIn(target);
  if (event.target instanceof Element) (only ?? event.target).setAttribute('data-asked', '');
  void showAnswer(globalThis.geolet?.explain(only ?? target), element('switch-why'));
}

/**
 * A click beside a price means the price, if nothing else in that line is Geolet's.
 *
 * @param {Element} clicked
 */
function onlyPartIn(clicked) {
  const [part, another] = clicked.querySelectorAll(parts);
  return clicked.closest(parts) || another ? undefined : part;
}

function unmark() {
  for (const asked of document.querySelectorAll('[data-asked]')) asked.removeAttribute('data-asked');
}

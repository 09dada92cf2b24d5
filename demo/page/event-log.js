// @ts-check

import { create, element } from './dom.js';

const most = 100;
/** It begins with the first event, which may come before the page is complete. */
const entries = create('ol', { id: 'event-log' });

document.addEventListener('geo-ready', ({ visitor }) => logReady(visitor));
document.addEventListener('geo-change', ({ visitor }) => log('geo-change', about(visitor)));
document.addEventListener('geo-optout', ({ optOut }) => log('geo-optout', String(optOut)));
document.addEventListener('geo-error', ({ code }) => log('geo-error', code));
for (const name of ['geo-match', 'geo-unmatch']) {
  document.addEventListener(name, ({ target }) => log(name, target instanceof Element ? conditionOf(target) : ''));
}

export function showEvents() {
  element('event-log').replaceWith(entries);
  element('log-clear').classList.remove('waiting');
  element('log-clear').addEventListener('click', () => entries.replaceChildren());
}

/**
 * On a repeat visit it comes before any module.
 *
 * @param {import('../../src/widget/visitor/visitor.ts').Visitor | undefined} visitor
 */
export function logReady(visitor) {
  if (!entries.querySelector('[data-event="geo-ready"]')) log('geo-ready', about(visitor));
}

/**
 * @param {string} name
 * @param {string} words
 */
function log(name, words) {
  const now = new Date();
  entries.prepend(
    create('li', { 'data-event': name }, [
      create('time', { datetime: now.toISOString() }, [now.toTimeString().slice(0, 8)]),
      create('b', {}, [name]),
      create('span', {}, [words]),
    ]),
  );
  while (entries.children.length > most) entries.lastElementChild?.remove();
}

/** @param {import('../../src/widget/visitor/visitor.ts').Visitor | undefined} visitor */
function about(visitor) {
  return [visitor?.source, visitor?.countryCode].filter(Boolean).join(' ');
}

/** Its markup, without attributes that change when it shows and hides. @param {Element} conditional */
function conditionOf(conditional) {
  const attributes = [...conditional.attributes].filter(({ name }) => !/^(hidden|slot|tabindex|data-.*)$/.test(name));
  return attributes.map(({ name, value }) => (value ? `${name}="${value}"` : name)).join(' ');
}

// @ts-check

import { element } from './dom.js';

const cookieName = 'demo-visitor';
/** These show something only to a visitor who is not known yet. A known one would see no change. */
const arrivesAnew = ['down', 'slow'];
/** Longer than any lookup takes. */
const patienceMs = 3000;

const more = element('more');

let visits = 0;
let arrived = Promise.resolve();

export function startVisitBar() {
  const choices = element('visit-choices');
  check(chosenVisitor() ?? 'lyon');
  choices.addEventListener(
    'change',
    ({ target }) => void (target instanceof HTMLInputElement && visitAs(target.value)),
  );
  document.addEventListener('click', ({ target }) => target instanceof Node && !more.contains(target) && closeMore());
  more.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    closeMore();
    more.querySelector('summary')?.focus();
  });
}

function closeMore() {
  more.removeAttribute('open');
}

/** @param {string} id */
function check(id) {
  const choices = element('visit-choices');
  const visitor = choices.querySelector(`input[value="${CSS.escape(id)}"]`);
  if (visitor instanceof HTMLInputElement) visitor.checked = true;
  nameHidden();
}

/** The control says who is chosen in it, while it is closed. */
function nameHidden() {
  const chosen = more.querySelector(':checked')?.parentElement?.textContent;
  element('more-name').textContent = chosen ? `More: ${chosen}` : 'More';
}

/** Shows where the page is read, once that is known. */
export function tellWhere() {
  say(whereIsIt());
  if (globalThis.geolet?.visitor?.source === 'preview') uncheckVisitor();
  document.addEventListener('geo-change', () => {
    if (!element('visit-status').hasAttribute('data-busy')) say(whereIsIt());
  });
}

/** In a preview none of these is chosen. */
function uncheckVisitor() {
  const checked = element('visit-choices').querySelector(':checked');
  if (checked instanceof HTMLInputElement) checked.checked = false;
  nameHidden();
}

/** @param {string} id */
export async function visitAs(id) {
  const visit = ++visits;
  document.cookie = `${cookieName}=${id}; Path=/; SameSite=Lax`;
  check(id);
  const { geolet } = globalThis;
  if (!geolet) return;
  // Loading the page again ends a preview.
  if (geolet.visitor?.source === 'preview') return location.replace('?geo-as=');
  showAsking();
  // Arrow keys are faster than lookups: without waiting, one lookup would get the response of another.
  arrived = arrived.then(() => (visit === visits ? arrive(geolet, id) : undefined));
  await arrived;
  if (visit === visits) say(whereIsIt());
}

/**
 * @param {NonNullable<typeof globalThis.geolet>} geolet
 * @param {string} id
 */
async function arrive(geolet, id) {
  geolet.reset();
  if (arrivesAnew.includes(id)) return arriveAnew(geolet);
  geolet.consent(true);
  await geolet.refresh();
}

/**
 * Withdrawing forgets everything, so that the next answer is a first one.
 *
 * @param {NonNullable<typeof globalThis.geolet>} geolet
 */
async function arriveAnew(geolet) {
  geolet.consent(false);
  const answered = new Promise((resolve) => {
    for (const name of ['geo-change', 'geo-error']) document.addEventListener(name, resolve, { once: true });
  });
  geolet.consent(true);
  // The button further down may have withdrawn consent meanwhile: then nothing is known.
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

/** @returns {string | undefined} */
export function chosenVisitor() {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`));
  return found?.slice(cookieName.length + 1);
}

function whereIsIt() {
  const visitor = globalThis.geolet?.visitor;
  const places = [visitor?.city, visitor?.countryName].filter(Boolean).join(', ');
  if (visitor?.source === 'preview') return `Viewing as ${places || 'a visitor with an unknown location'}`;
  if (visitor?.source === 'choice') return `Chosen: ${places || 'unknown location'}`;
  if (places) return `Seen from ${places}`;
  return visitor?.source === 'none' ? 'No answer: the page as written' : 'Location unknown';
}

/** @param {string} words */
function say(words) {
  const status = element('visit-status');
  status.textContent = words;
  status.removeAttribute('data-busy');
}

/** Not for screen readers: of two announcements in a row Orca reads the first, and drops the answer. */
function showAsking() {
  const status = element('visit-status');
  const word = document.createElement('span');
  word.setAttribute('aria-hidden', 'true');
  word.textContent = 'Asking';
  status.replaceChildren(word);
  status.setAttribute('data-busy', '');
}

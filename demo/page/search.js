// @ts-check

import { create, element } from './dom.js';

/** @typedef {import('./section-search.js').Hit} Hit */

const words = /** @type {HTMLInputElement} */ (element('search-words'));
const panel = element('search-panel');
const status = element('search-status');
const results = element('search-results');

/** @type {ReturnType<typeof loadSearch> | undefined} */
let loading;

async function loadSearch() {
  const [{ default: MiniSearch }, { createSectionSearch }, sections] = await Promise.all([
    import(new URL('minisearch/index.js', import.meta.url).href),
    import('./section-search.js'),
    fetch(new URL('search.json', import.meta.url)).then((response) => response.json()),
  ]);
  return createSectionSearch(MiniSearch, sections);
}

/** Fetched when it is first needed, and again after a failure. */
function startLoading() {
  loading ??= loadSearch();
  loading.catch(() => (loading = undefined));
  return loading;
}

async function search() {
  const wanted = words.value.trim();
  if (!wanted) return close();
  panel.hidden = false;
  try {
    const find = await startLoading();
    if (words.value.trim() === wanted) show(wanted, find(wanted));
  } catch {
    results.replaceChildren();
    status.textContent = 'The search could not be loaded. Try again, or use the list of pages.';
  }
}

/**
 * @param {string} wanted
 * @param {Hit[]} hits
 */
function show(wanted, hits) {
  results.replaceChildren(...hits.map(itemFor));
  const count = hits.length === 1 ? '1 result' : `${hits.length} results`;
  status.textContent = hits.length ? `${count} for “${wanted}”` : `No results for “${wanted}”. Try other words.`;
}

/** @param {Hit} hit */
function itemFor({ section: { address, page, heading }, excerpt }) {
  const href = new URL(address, import.meta.url).href;
  return create('li', {}, [
    create('a', { href }, [
      heading,
      ...(page ? [' ', create('span', { class: 'search-page' }, [page])] : []),
      create(
        'small',
        {},
        excerpt.flatMap(({ word, isFound }) => [isFound ? create('mark', {}, [word]) : word, ' ']),
      ),
    ]),
  ]);
}

function close() {
  panel.hidden = true;
  results.replaceChildren();
  status.textContent = '';
}

/** Arrow keys go through the results, as in every list of suggestions. @param {number} step */
function move(step) {
  const stops = [words, ...results.querySelectorAll('a')];
  const now = stops.findIndex((stop) => stop === document.activeElement);
  stops[(now + step + stops.length) % stops.length]?.focus();
}

words.addEventListener('focus', () => void startLoading().catch(() => {}), { once: true });
words.addEventListener('input', () => void search());
element('search').addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') move(1);
  else if (event.key === 'ArrowUp') move(-1);
  else if (event.key === 'Enter' && event.target === words) results.querySelector('a')?.click();
  else if (event.key === 'Escape') {
    words.focus();
    close();
    return;
  } else return;
  event.preventDefault();
});
document.addEventListener('click', ({ target }) => {
  if (target instanceof Node && !element('search').contains(target)) panel.hidden = true;
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  words.focus();
});
element('search').classList.remove('waiting');

// @ts-check

import { create, element } from './dom.js';

/**
 * Pagefind's own module, as far as it is used here. https://pagefind.app/docs/api/
 *
 * @typedef {{ title: string, url: string, excerpt: string }} Part
 * @typedef {{ url: string, meta: { title: string }, excerpt: string, sub_results: Part[] }} Page
 * @typedef {{ results: { data(): Promise<Page> }[] }} Found
 * @typedef {{ options(options: object): Promise<void>, debouncedSearch(words: string): Promise<Found | null> }} Pagefind
 */

const mostPages = 6;
const mostParts = 3;

const words = /** @type {HTMLInputElement} */ (element('search-words'));
const panel = element('search-panel');
const status = element('search-status');
const results = element('search-results');

/** @type {Promise<Pagefind> | undefined} */
let engine;

/** Fetched when it is first needed. */
function loadEngine() {
  engine ??= import(new URL('pagefind/pagefind.js', import.meta.url).href).then(async (pagefind) => {
    // A worker's address is a sink of Trusted Types, and the index is small.
    await pagefind.options({ noWorker: true, excerptLength: 16 });
    return pagefind;
  });
  return engine;
}

async function search() {
  const wanted = words.value.trim();
  if (!wanted) return close();
  panel.hidden = false;
  try {
    const found = await (await loadEngine()).debouncedSearch(wanted);
    if (!found) return;
    const pages = await Promise.all(found.results.slice(0, mostPages).map((result) => result.data()));
    if (words.value.trim() === wanted) show(wanted, pages);
  } catch {
    engine = undefined;
    results.replaceChildren();
    status.textContent = 'The search could not be loaded. Try again, or use the list of pages.';
  }
}

/**
 * @param {string} wanted
 * @param {Page[]} pages
 */
function show(wanted, pages) {
  results.replaceChildren(...pages.map(itemFor));
  const count = pages.length === 1 ? '1 page' : `${pages.length} pages`;
  status.textContent = pages.length ? `${count} for “${wanted}”` : `No page for “${wanted}”. Try fewer or other words.`;
}

/** @param {Page} page */
function itemFor({ url, meta, excerpt, sub_results: parts }) {
  const sections = parts.filter((part) => part.url.includes('#') && part.title !== meta.title).slice(0, mostParts);
  return create('li', {}, [
    create('a', { href: url }, [meta.title]),
    ...(sections.length
      ? sections.map((part) => create('a', { href: part.url, class: 'search-part' }, [part.title, excerptOf(part)]))
      : [excerptOf({ excerpt })]),
  ]);
}

/** The words around what was found, which Pagefind has put between `<mark>` and `</mark>`. @param {{ excerpt: string }} part */
function excerptOf({ excerpt }) {
  const pieces = plain(excerpt).split(/<(\/?)mark>/);
  // The text pieces and the slashes of the tags alternate.
  const texts = pieces.filter((_, index) => index % 2 === 0);
  return create(
    'small',
    {},
    texts.map((text, index) => (index % 2 ? create('mark', {}, [readable(text)]) : readable(text))),
  );
}

/** @param {string} html */
function plain(html) {
  return html.replace(/<(?!\/?mark>)[^<>]*>/g, '');
}

/** @param {string} text */
function readable(text) {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
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

words.addEventListener('focus', () => void loadEngine().catch(() => (engine = undefined)), { once: true });
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

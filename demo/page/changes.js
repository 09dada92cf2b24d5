// @ts-check

/** What Geolet writes or shows: the words themselves, and not the box around them. */
const parts =
  'main :is(geo-text, geo-currency, geo-case, geo-if, geo-time, geo-delivery, geo-nearest, [data-geo-text], [data-geo-currency], [data-geo-show])';

/** @type {Map<HTMLElement, string>} */
const words = new Map();

/** Marks for a moment what the page has changed. */
export function markChanges() {
  rememberWords();
  document.addEventListener('geo-change', () => {
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
  });
}

function rememberWords() {
  for (const part of document.querySelectorAll(parts)) {
    if (part instanceof HTMLElement) words.set(part, wordsOf(part));
  }
}

/** Empty while it does not show. @param {HTMLElement} part */
function wordsOf(part) {
  const range = document.createRange();
  range.selectNodeContents(part);
  const shows = range.getClientRects().length > 0 || part.getClientRects().length > 0;
  return shows ? [part.textContent, part.shadowRoot?.textContent].join('\n') : '';
}

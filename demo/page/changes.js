// @ts-check

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
  for (const part of document.querySelectorAll('.greeting, h1, .price, .terms li, figcaption span, .result')) {
    if (part instanceof HTMLElement) words.set(part, wordsOf(part));
  }
}

/** @param {HTMLElement} part */
function wordsOf(part) {
  const values = [...part.querySelectorAll('geo-text, geo-currency, geo-time, geo-nearest')].map(
    (value) => value.shadowRoot?.textContent ?? '',
  );
  const inputs = [...part.querySelectorAll('input, select')].map(
    (input) => /** @type {HTMLInputElement} */ (input).value,
  );
  return [part.innerText, ...values, ...inputs].join('\n');
}

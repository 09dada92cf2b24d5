// @ts-check

import { create } from './dom.js';

const said = create('p', { class: 'for-listeners', role: 'status' });
document.body.append(said);

for (const button of document.querySelectorAll('.copy')) {
  button.addEventListener('click', () => void copy(button));
  button.addEventListener('blur', () => say(button, 'Copy', ''));
  button.classList.remove('waiting');
}

/** @param {Element} button */
async function copy(button) {
  const code = button.closest('.code')?.querySelector('code');
  if (!code) return;
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    say(button, 'Copied');
  } catch {
    getSelection()?.selectAllChildren(code);
    say(button, 'Selected');
  }
}

/**
 * @param {Element} button
 * @param {string} words
 */
function say(button, words, aloud = words) {
  const label = button.firstElementChild;
  if (label) label.textContent = words;
  said.textContent = aloud && button.textContent;
}

// @ts-check

import { create } from './dom.js';

const said = create('p', { class: 'for-listeners', role: 'status' });
document.body.append(said);

for (const block of document.querySelectorAll('.code')) {
  const button = create('button', { type: 'button' }, ['Copy']);
  button.addEventListener('click', () => void copy(block, button));
  linksOf(block).append(button);
}

/** @param {Element} block */
function linksOf(block) {
  const links = block.querySelector('.code-links') ?? create('p', { class: 'code-links' });
  block.append(links);
  return links;
}

/**
 * @param {Element} block
 * @param {HTMLElement} button
 */
async function copy(block, button) {
  const code = block.querySelector('code');
  try {
    await navigator.clipboard.writeText(code?.textContent ?? '');
    button.textContent = 'Copied';
  } catch {
    if (code) getSelection()?.selectAllChildren(code);
    button.textContent = 'Selected';
  }
  said.textContent = button.textContent;
}

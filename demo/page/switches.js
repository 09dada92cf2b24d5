// @ts-check

import { closest, element } from './dom.js';
import { askWhy } from './why.js';

const root = document.documentElement;

/** @type {Record<string, (on: boolean) => void>} */
const switches = {
  why: askWhy,
  'x-ray': (on) => document.body.classList.toggle('x-ray', on),
  dark: (on) => (root.dataset.theme = on ? 'dark' : 'light'),
  'right-to-left': (on) => (root.dir = on ? 'rtl' : 'ltr'),
};

export function listenToSwitches() {
  element('switches').classList.remove('waiting');
  if (matchMedia('(prefers-color-scheme: dark)').matches) element('switch-dark').setAttribute('aria-pressed', 'true');
  element('switches').addEventListener('click', (event) => {
    const button = closest(event, '[data-switch]');
    if (!button) return;
    const on = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(on));
    switches[button.dataset.switch ?? '']?.(on);
  });
}

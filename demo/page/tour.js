// @ts-check

import { element } from './dom.js';
import { chosenVisitor, visitAs } from './visit-bar.js';

const cities = ['lyon', 'osaka'];
const stayMs = 4500;
/** Whoever does one of these reads, and is not interrupted. */
const touches = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'focusin'];
const storageName = 'demo-tour';

/** Shows two cities by turns, until somebody touches the page. Who prefers less motion sees one. */
export function startTour() {
  const isWanted = chosenVisitor() === undefined || sessionStorage.getItem(storageName) === 'runs';
  const isPreview = globalThis.geolet?.visitor?.source === 'preview';
  if (!isWanted || isPreview || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  sessionStorage.setItem(storageName, 'runs');
  // A screen reader would read each turn.
  element('visit-status').setAttribute('aria-live', 'off');
  const pause = element('tour-pause');
  pause.hidden = false;
  const timer = setInterval(() => void turn(), stayMs);

  function stop() {
    clearInterval(timer);
    sessionStorage.removeItem(storageName);
    pause.hidden = true;
    element('visit-status').removeAttribute('aria-live');
    for (const touch of touches) removeEventListener(touch, touched, true);
  }

  /** The button goes once its click is done. @param {Event} event */
  function touched({ target }) {
    if (target !== pause) stop();
  }

  for (const touch of touches) addEventListener(touch, touched, { capture: true, passive: true });
  pause.addEventListener('click', stop);
}

async function turn() {
  if (document.hidden) return;
  const next = cities[(cities.indexOf(chosenVisitor() ?? 'lyon') + 1) % cities.length];
  if (next) await visitAs(next);
}

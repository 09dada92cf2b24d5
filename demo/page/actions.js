// @ts-check

import { closest, element } from './dom.js';
import { showAnswer } from './why.js';

/** @typedef {NonNullable<typeof globalThis.geolet>} Geolet */

/** @type {Record<string, (geolet: Geolet, button: HTMLElement) => unknown>} */
const actions = {
  refresh: (geolet) => geolet.refresh(),
  override: (geolet) => geolet.override('JP'),
  reset: (geolet) => geolet.reset(),
  withdraw: (geolet) => geolet.consent(false),
  grant: (geolet) => geolet.consent(true),
  inspect: (geolet, button) =>
    showAnswer(
      geolet.inspect().then((state) => JSON.stringify(state, undefined, 2)),
      button,
    ),
};

/** The buttons that are named for what they call. @param {Geolet} geolet */
export function listenToActions(geolet) {
  element('actions').classList.remove('waiting');
  element('actions').addEventListener('click', (event) => {
    const button = closest(event, '[data-action]');
    if (button) void actions[button.dataset.action ?? '']?.(geolet, button);
  });
}

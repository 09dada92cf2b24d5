// @ts-check

import { fetchJson } from '../fetch-json.js';

/**
 * @typedef {object} Heard What the live page says. All of it is text of whoever wrote the markup.
 * @property {(name: string, words: string) => void} event
 * @property {(where: string) => void} visitor
 * @property {(words: string) => void} explained
 * @property {(lines: string[]) => void} mistakes
 *
 * @typedef {{ lookup: 'found' | 'fails' | 'slow', record: object, gpc?: boolean }} Visit
 */

const mostCharacters = 4000;
const mostMistakes = 100;
/** What the frame may ask for: files that are the same for everybody. */
const file = /^(?:geolet-countries\/[a-z]{2}\.json|rates\.json)$/;
const modules = fetchJson('playground/modules.json');

/**
 * @param {HTMLIFrameElement} frame
 * @param {Heard} heard
 */
export function createStage(frame, heard) {
  /** @type {({ markup: string } & Visit) | undefined} */
  let wanted;
  /** Counts what was to be shown. */
  let shows = 0;
  let explains = false;
  /** The query of the frame's page. */
  let search = '';

  /** @param {object} message The frame has no origin that could be named. */
  const tell = (message) => frame.contentWindow?.postMessage(message, '*');

  /** @param {string} page Each page of the frame asks once, also one whose place another has taken meanwhile. */
  async function start(page) {
    tell({ type: 'show', page, number: shows, ...wanted, modules: (await modules) ?? {} });
    tell({ type: 'explain', on: explains });
  }

  /** @param {MessageEvent<unknown>} message */
  function hear({ source, data, ports }) {
    if (source !== frame.contentWindow || typeof data !== 'object' || !data) return;
    const said = /** @type {Record<string, unknown>} */ (data);
    if (said.type === 'ready') void start(text(said.page));
    else if (said.type === 'opened') reloadIfStale(said.number);
    else if (said.type === 'event') heard.event(text(said.name), text(said.words));
    else if (said.type === 'visitor') heard.visitor(text(said.where));
    else if (said.type === 'explained') heard.explained(text(said.words));
    else if (said.type === 'mistakes' && said.number === shows) heard.mistakes(texts(said.lines));
    else if (said.type === 'file') void handOver(text(said.name), ports[0]);
  }

  /**
   * A page that opens its document ends the loading of the page that was to take its place.
   * https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document-open-steps
   *
   * @param {unknown} number
   */
  function reloadIfStale(number) {
    if (number !== shows) load();
  }

  function load() {
    frame.src = `playground-frame.html${search}`;
  }

  addEventListener('message', hear);
  return {
    /**
     * Shows markup to a visitor, in a page of its own.
     *
     * @param {string} markup
     * @param {Visit} visit
     * @param {string} [words] the visitor in words, for a preview with its control.
     */
    show(markup, visit, words) {
      wanted = { markup, ...visit };
      search = words ? `?geo-as=${encodeURIComponent(words)}` : '';
      shows++;
      load();
    },
    /** @param {boolean} on */
    setExplains(on) {
      explains = on;
      tell({ type: 'explain', on });
    },
  };
}

/**
 * @param {string} name
 * @param {MessagePort | undefined} port
 */
async function handOver(name, port) {
  const value = file.test(name) ? await fetchJson(name) : undefined;
  port?.postMessage(value && JSON.stringify(value));
}

/** @param {unknown} value */
function text(value) {
  return typeof value === 'string' ? value.slice(0, mostCharacters) : '';
}

/** @param {unknown} values */
function texts(values) {
  return Array.isArray(values) ? values.slice(0, mostMistakes).map(text) : [];
}

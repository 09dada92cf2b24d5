import type { Core } from '../../api/core.ts';
import { native } from '../../dom/native.ts';
import type { Finding } from '../explain/finding.ts';

/** What is wrong on the page, for its owner: folded, and hidden while there is nothing. */
export interface MistakeList {
  readonly element: HTMLElement;
  /** Reads the page again. Called after each change of the visitor. */
  update(): Promise<void>;
}

/** Elements and bindings show the new visitor by then, and files on a slow line have come. */
const settleMs = 600;

export function createMistakeList(core: Core): MistakeList {
  const { settings, signal } = core;
  const fetchExplain = core.lazy('explain');
  const element = native(document).createElement('details');
  const summary = native(document).createElement('summary');
  const list = native(document).createElement('ul');
  element.part.value = 'mistakes';
  element.hidden = true;
  element.append(summary, list);
  /** A later update takes the place of one that is not done. */
  let latest = 0;
  const printed = new Set<string>();

  /** On localhost the summary prints them. What is reported of no element is on the console already. */
  function print(found: readonly Finding[]): void {
    if (settings.debug === 'on' || location.hostname === 'localhost') return;
    for (const { words, element: place, code } of found) {
      const line = code ? `${code}: ${words}` : words;
      if (!printed.has(line) && (place || !code)) console.info(`[geolet] ${line}`);
      printed.add(line);
    }
  }

  return {
    element,
    async update() {
      if (settings.debug === 'off') return;
      latest += 1;
      const current = latest;
      await new Promise((resolve) => setTimeout(resolve, settleMs));
      if (current !== latest || signal.aborted) return;
      if (native(document).readyState !== 'complete')
        return addEventListener('load', () => void this.update(), { once: true });
      // Once its file has come, the page is updated, and so is this list.
      const found = fetchExplain()?.find();
      if (!found) return;
      element.hidden = !found.length;
      summary.textContent = `${found.length} to check`;
      list.replaceChildren(...found.map(createItem));
      print(found);
    },
  };
}

function createItem({ words, element, code }: Finding): HTMLElement {
  const item = native(document).createElement('li');
  const sentence = native(document).createElement('p');
  sentence.textContent = words;
  item.append(sentence);
  if (code) {
    const name = native(document).createElement('code');
    name.textContent = code;
    item.append(name);
  }
  if (element) {
    const button = native(document).createElement('button');
    button.type = 'button';
    button.textContent = 'Show';
    // A list of buttons that are all called the same says nothing.
    button.ariaLabel = `Show: ${words}`;
    button.addEventListener('click', () => lead(element));
    item.append(button);
  }
  return item;
}

/** Scrolls to the element, or to what is around one without a box, and marks it for a moment. */
function lead(element: Element): void {
  let shown = element;
  while (!native(shown).getClientRects().length && native(shown).parentElement)
    shown = native(shown).parentElement ?? shown;
  shown.scrollIntoView({ block: 'center' });
  shown.animate(
    [
      { outline: '3px solid #d9a514', outlineOffset: '3px' },
      { outline: '3px solid #d9a51400', outlineOffset: '3px' },
    ],
    2500,
  );
}

import type { Core } from '../../api/core.ts';
import { openingTagOf } from '../../dom/opening-tag.ts';
import { sourceOf } from '../explain/source.ts';
import { native } from '../../dom/native.ts';

/** What is wrong on the page, for its owner: folded, and hidden while there is nothing. */
export interface MistakeList {
  readonly element: HTMLElement;
  /** Reads the page again. Called after each change of the visitor. */
  update(): Promise<void>;
}

/** Elements and bindings show the new visitor by then, and files on a slow line have come. */
const settleMs = 600;

export function createMistakeList({ geolet, reported, settings, signal }: Core): MistakeList {
  const element = native(document).createElement('details');
  const summary = native(document).createElement('summary');
  const list = native(document).createElement('ul');
  element.part.value = 'mistakes';
  element.hidden = true;
  element.append(summary, list);
  /** A later update takes the place of one that is not done. */
  let latest = 0;
  const printed = new Set<string>();

  /** On localhost the summary prints them. What was reported in these words is on the console already. */
  function print(lines: readonly string[]): void {
    if (settings.debug === 'on' || location.hostname === 'localhost') return;
    for (const line of lines) {
      if (!printed.has(line) && !reported.has(line)) console.info(`[geolet] ${line}`);
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
      const state = await geolet.inspect();
      if (!state || current !== latest) return;
      const lines = [...state.mistakes, ...state.findings];
      element.hidden = !lines.length;
      summary.textContent = `${lines.length} to check`;
      list.replaceChildren(...lines.map(createItem));
      print(lines);
    },
  };
}

function createItem(line: string): HTMLElement {
  const item = native(document).createElement('li');
  item.append(line);
  const element = elementNamedIn(line);
  if (element) {
    const button = native(document).createElement('button');
    button.type = 'button';
    button.textContent = 'Show';
    button.addEventListener('click', () => lead(element));
    item.append(' ', button);
  }
  return item;
}

/** A line names its element by the opening tag, which leaves the slot out. */
function elementNamedIn(line: string): Element | undefined {
  const [named = ''] = line.split('; did you mean');
  if (!named.includes('<')) return undefined;
  const elements = [...native(document).body.querySelectorAll('*')].filter((element) =>
    native(element).localName.startsWith('geo-') ||
    native(element)
      .getAttributeNames()
      .some((name) => /^(data-geo-|slot$)/.test(name))
      ? named.includes(sourceOf(element)) || named.includes(openingTagOf(element))
      : false,
  );
  return elements.find((element) => named.includes(`slot="${native(element).getAttribute('slot')}"`)) ?? elements[0];
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

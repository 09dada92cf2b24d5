import type { Core } from '../../widget/api/core.ts';
import { native } from '../../widget/dom/native.ts';
import { createItem } from './page-item.ts';
import type { Finding, OwnerTools } from '../../widget/api/owner-tools.ts';

export type FetchTools = () => OwnerTools | undefined;

/** What is wrong on the page, for its owner: folded, and hidden while there is nothing. */
export interface MistakeList {
  readonly element: HTMLElement;
  /** Reads the page again. Called after each change of the visitor. */
  update(): Promise<void>;
}

/** Elements and bindings show the new visitor by then, and files on a slow line have come. */
const settleMs = 600;

/** @param fetchTools undefined until its file has come; then the page is updated, and so is this list. */
export function createMistakeList({ settings, signal }: Core, fetchTools: FetchTools): MistakeList {
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
      const found = fetchTools()?.find();
      if (!found) return;
      element.hidden = !found.length;
      summary.textContent = `${found.length} to check`;
      list.replaceChildren(...found.map(createItem));
      print(found);
    },
  };
}

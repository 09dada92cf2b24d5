import { labelled, make, makeSelect } from './make.ts';
import { everyPage, type PagesFrom } from './pages.ts';

/** On which pages a change is. */
export interface PagesField {
  readonly element: HTMLElement;
  read(): string;
  /** @param pages that are chosen. Undefined: this page. */
  open(from: PagesFrom, pages?: string): void;
}

export function createPagesField(changed: () => void): PagesField {
  const choice = makeSelect([]);
  choice.addEventListener('change', changed);

  return {
    element: labelled('On which pages', choice),
    read: () => choice.value,
    open({ thisPage, pagesLikeThis }, pages = thisPage) {
      const offered = new Map([
        [thisPage, `This page (${thisPage})`],
        ...(pagesLikeThis === undefined ? [] : [[pagesLikeThis, `Pages like this (${pagesLikeThis})`] as const]),
        [everyPage, 'Every page'],
      ]);
      // A change that was made on another page is for that one.
      if (!offered.has(pages)) offered.set(pages, pages);
      choice.replaceChildren(...[...offered].map(([value, textContent]) => make('option', { value, textContent })));
      choice.value = pages;
    },
  };
}

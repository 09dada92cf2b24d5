import { labelled, make, makeSelect } from './make.ts';
import { breadthOf, everyPage, type PagesFrom } from './pages.ts';

/** On which pages a change is. */
export interface PagesField {
  readonly element: HTMLElement;
  read(): string;
  /** Whether it is only for elements that say the same as on this page. */
  isForSameWords(): boolean;
  /** @param pages that are chosen. Undefined: this page. */
  open(from: PagesFrom, pages?: string, isForSameWords?: boolean): void;
  /** @param canBeForSameWords whether what changes has words of its own. */
  follow(canBeForSameWords: boolean): void;
}

export function createPagesField(changed: () => void): PagesField {
  const choice = makeSelect([]);
  const sameWords = make('input', { type: 'checkbox' });
  const sameWordsField = make('label', { className: 'check' }, sameWords, 'Only where it says the same as here');
  for (const input of [choice, sameWords]) input.addEventListener('change', changed);

  return {
    element: make('div', {}, labelled('On which pages', choice), sameWordsField),
    read: () => choice.value,
    isForSameWords: () => sameWords.checked,
    follow(canBeForSameWords) {
      sameWordsField.hidden = !canBeForSameWords || breadthOf(choice.value) === 0;
    },
    open({ thisPage, pagesLikeThis }, pages = thisPage, isForSameWords = true) {
      sameWords.checked = isForSameWords;
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

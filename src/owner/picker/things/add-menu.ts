import { make, makeButton } from '../make.ts';
import { type What, whatRow } from '../what-changes.ts';
import { isThing, things } from './things.ts';

/** What the page does not have yet, by its name: then the owner points at the place for it. */
export interface AddMenu {
  readonly element: HTMLElement;
}

export function createAddMenu(choose: (what: What) => void): AddMenu {
  const all: readonly What[] = ['delivery', ...Object.keys(things).filter(isThing)];
  const buttons = all.map((what) =>
    makeButton(whatRow(what).name, () => {
      element.open = false;
      // The button is hidden now.
      summary.focus();
      choose(what);
    }),
  );
  const summary = make('summary', { textContent: 'Add something' });
  const element = make(
    'details',
    { className: 'add' },
    summary,
    make('div', { className: 'row' }, ...buttons),
    make('p', {
      className: 'hint',
      textContent:
        'Suggestions, redirects, flags and what is left to free delivery are written by hand: docs/elements.md has them.',
    }),
  );
  return { element };
}

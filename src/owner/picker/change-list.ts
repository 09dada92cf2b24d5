import { describeAudience } from './audience.ts';
import type { Changes, PageChange } from './changes.ts';
import { make, makeButton, withQuotes } from './make.ts';
import { describePages } from './pages.ts';
import type { Places } from './places.ts';
import { isThing, things } from './things/things.ts';
import { whatRow } from './what-changes.ts';

/** The changes there are, with what can be done to each. */
export interface ChangeList {
  readonly element: HTMLElement;
  follow(): void;
}

interface ListEvents {
  edit(index: number): void;
  say(words: string): void;
  /** Gets the focus where the button that had it is gone. */
  readonly otherwise: () => void;
}

export function createChangeList(changes: Changes, places: Places, { edit, say, otherwise }: ListEvents): ChangeList {
  const list = make('ol', { className: 'change-list', ariaLabel: 'Changes' });
  const undo = makeButton('Undo', () => step(changes.undo, 'Undone', redo));
  const redo = makeButton('Redo', () => step(changes.redo, 'Done again', undo));
  const steps = make('div', { className: 'row' }, undo, redo);

  function step(act: () => void, words: string, next: HTMLButtonElement): void {
    act();
    say(words);
    // A button that is disabled or gone loses the focus.
    if (steps.matches(':focus-within')) return;
    if (next.disabled) otherwise();
    else next.focus();
  }

  return {
    element: make('div', { className: 'list' }, list, steps),
    follow() {
      list.replaceChildren(
        ...changes.all().map((change, index) => {
          const words = describeChange(change, places);
          const remove = () => step(() => changes.remove(index), `Removed: ${words}`, undo);
          return make(
            'li',
            {},
            make('span', {}, ...withQuotes(words)),
            makeButton('Edit', () => edit(index), `Edit: ${words}`),
            makeButton('Remove', remove, `Remove: ${words}`),
          );
        }),
      );
      list.hidden = changes.all().length === 0;
      undo.disabled = !changes.canUndo();
      redo.disabled = !changes.canRedo();
      steps.hidden = undo.disabled && redo.disabled;
    },
  };
}

export function describeChange({ element, what, value, audience, pages }: PageChange, places: Places): string {
  const where = describePages(pages);
  const whom = `for ${describeAudience(audience, places.nameOf)}`;
  if (isThing(what)) return `${things[what].name} behind ${element}, ${whom}`;
  const who = `${whom}, ${where}`;
  if (what === 'show') return `${element}: shown only ${who}`;
  if (what === 'hide') return `${element}: hidden ${who}`;
  const written = `${element}: ${whatRow(what).name.toLowerCase()} “${value}”`;
  return `${written}, ${what === 'currency' ? where : who}`;
}

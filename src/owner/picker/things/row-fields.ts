import { make, makeSelect } from '../make.ts';
import { listed, type Places } from '../places.ts';
import { createRowList } from '../row-list.ts';
import { type Column, packRows, unpackRows } from './fields.ts';
import type { FieldView } from './field-view.ts';

/** A list, with a row for each of its things. @param word what one of them is called. */
export function createRowFields(
  { columns, word }: { readonly columns: readonly Column[]; readonly word: string },
  places: Places,
  changed: () => void,
): FieldView {
  const { list, add, read, write } = createRowList({
    className: 'rows',
    word,
    labels: columns.map(({ label }) => label),
    fieldsOf: (cells) =>
      columns.map(({ kind, placeholder = '' }, index) => {
        const value = cells[index] ?? '';
        return kind === 'place'
          ? choiceOf(places, value)
          : make('input', { type: 'text', value, placeholder, autocomplete: 'off' });
      }),
    changed,
  });

  return {
    element: make('div', { className: 'row-list' }, list, add),
    read: () => packRows(read()),
    write(text) {
      const written = unpackRows(text);
      write(written.length ? written : [[]]);
    },
  };
}

function choiceOf(places: Places, value: string): HTMLSelectElement {
  const choice = makeSelect([
    ['', 'Choose a place'],
    ['*', 'Everywhere else'],
    ...places.only(...listed).all.map((one) => [one.code, one.name] as const),
  ]);
  // A state of another country, which has no name here.
  if (![...choice.options].some((option) => option.value === value))
    choice.append(make('option', { value, textContent: value }));
  choice.value = value;
  return choice;
}

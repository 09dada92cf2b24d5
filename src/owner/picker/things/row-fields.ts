import { make, makeButton, makeSelect } from '../make.ts';
import { listed, type Places } from '../places.ts';
import { type Column, packRows, unpackRows } from './fields.ts';
import type { FieldView } from './field-view.ts';

interface RowView {
  readonly element: HTMLElement;
  read(): readonly string[];
  /** Names its fields by where it stands, from 1. */
  call(index: number): void;
}

/** A list, with a row for each of its things. @param word what one of them is called. */
export function createRowFields(
  { columns, word }: { readonly columns: readonly Column[]; readonly word: string },
  places: Places,
  changed: () => void,
): FieldView {
  const body = make('ul', { className: 'rows' });
  let rows: readonly RowView[] = [];
  const add = makeButton(`Add a ${word}`, () => {
    rows = [...rows, makeRow([])];
    render();
    rows.at(-1)?.element.querySelector<HTMLElement>('input, select')?.focus();
    changed();
  });

  function makeRow(cells: readonly string[]): RowView {
    const fields = columns.map(({ kind, placeholder = '' }, index) => {
      const value = cells[index] ?? '';
      const field =
        kind === 'place'
          ? choiceOf(places, value)
          : make('input', { type: 'text', value, placeholder, autocomplete: 'off' });
      field.addEventListener(kind === 'place' ? 'change' : 'input', changed);
      return field;
    });
    const remove = makeButton('×', () => drop(row));
    const row = {
      element: make('li', {}, ...fields, remove),
      read: () => fields.map(({ value }) => value),
      call(index: number) {
        for (const [at, field] of fields.entries()) field.ariaLabel = `${columns[at]?.label}, ${word} ${index}`;
        remove.ariaLabel = `Remove ${word} ${index}`;
      },
    };
    return row;
  }

  function drop(row: RowView): void {
    rows = rows.filter((one) => one !== row);
    render();
    add.focus();
    changed();
  }

  function render(): void {
    for (const [index, row] of rows.entries()) row.call(index + 1);
    body.replaceChildren(...rows.map(({ element }) => element));
  }

  return {
    element: make('div', { className: 'row-list' }, body, add),
    read: () => packRows(rows.map((row) => row.read())),
    write(text) {
      const written = unpackRows(text);
      rows = (written.length ? written : [[]]).map(makeRow);
      render();
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

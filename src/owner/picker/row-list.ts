import { make, makeButton } from './make.ts';

export type RowField = HTMLInputElement | HTMLSelectElement;

/** Rows of fields, which somebody adds and takes away. */
export interface RowList {
  readonly list: HTMLUListElement;
  readonly add: HTMLButtonElement;
  read(): readonly (readonly string[])[];
  write(rows: readonly (readonly string[])[]): void;
}

interface RowListOptions {
  readonly className: string;
  /** What one of its things is called. */
  readonly word: string;
  readonly labels: readonly string[];
  fieldsOf(cells: readonly string[], isFirst: boolean): readonly RowField[];
  /** Whether there is nothing without it. */
  readonly keepsFirst?: boolean;
  changed(): void;
}

interface Row {
  readonly element: HTMLElement;
  readonly fields: readonly RowField[];
  /** Names its fields by where it stands, from 1. */
  call(index: number): void;
}

export function createRowList({
  className,
  word,
  labels,
  fieldsOf,
  keepsFirst = false,
  changed,
}: RowListOptions): RowList {
  const list = make('ul', { className });
  let rows: readonly Row[] = [];
  const add = makeButton(`Add a ${word}`, () => {
    rows = [...rows, makeRow([])];
    render();
    rows.at(-1)?.fields[0]?.focus();
    changed();
  });

  function makeRow(cells: readonly string[]): Row {
    const isFirst = rows.length === 0;
    const fields = fieldsOf(cells, isFirst);
    for (const field of fields)
      field.addEventListener(field instanceof HTMLSelectElement ? 'change' : 'input', changed);
    const remove = makeButton('×', () => drop(row));
    remove.hidden = keepsFirst && isFirst;
    const row = {
      element: make('li', {}, ...fields, remove),
      fields,
      call(index: number) {
        for (const [at, field] of fields.entries()) field.ariaLabel = `${labels[at]}, ${word} ${index}`;
        remove.ariaLabel = `Remove ${word} ${index}`;
      },
    };
    return row;
  }

  function drop(row: Row): void {
    rows = rows.filter((one) => one !== row);
    render();
    add.focus();
    changed();
  }

  function render(): void {
    for (const [index, row] of rows.entries()) row.call(index + 1);
    list.replaceChildren(...rows.map(({ element }) => element));
  }

  return {
    list,
    add,
    read: () => rows.map(({ fields }) => fields.map(({ value }) => value)),
    write(all) {
      rows = [];
      for (const cells of all) rows = [...rows, makeRow(cells)];
      render();
    },
  };
}

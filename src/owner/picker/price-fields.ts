import { make, makeButton, makeSelect } from './make.ts';
import { listed, type Places } from './places.ts';

/** A price list, in rows. */
export interface PriceFields {
  readonly element: HTMLElement;
  /** As a price list is written: `USD 49, EUR 45, IN: USD 19`. */
  read(): string;
  /** @param hasWords whether the page says more than the price there. */
  write(list: string, hasWords?: boolean): void;
}

interface PriceRow {
  readonly element: HTMLElement;
  read(): string;
  /** Names its fields by where it stands, from 1. */
  call(index: number): void;
}

export function createPriceFields(places: Places, changed: () => void): PriceFields {
  const body = make('ul', { className: 'prices', ariaLabel: 'Prices' });
  const hint = make('p', {
    className: 'hint',
    textContent:
      'The first price is the one in your page. Visitors see the price for their place, else the one in their currency.',
  });
  const warning = make('p', {
    className: 'hint warning',
    textContent:
      'The price is written in place of all these words. To keep them, give the price an element of its own in your builder.',
  });
  let rows: readonly PriceRow[] = [];
  const add = makeButton('Add a price', () => {
    rows = [...rows, makeRow('', '', '')];
    render();
    rows.at(-1)?.element.querySelector('select')?.focus();
    changed();
  });
  add.className = 'quiet';

  function makeRow(where: string, code: string, number: string): PriceRow {
    const isFirst = rows.length === 0;
    const place = makeSelect([
      ['', isFirst ? 'In your page' : 'By currency'],
      ...(isFirst ? [] : places.only(...listed).all.map((one) => [one.code, one.name] as const)),
    ]);
    if (where && !places.all.some((one) => one.code === where))
      place.append(make('option', { value: where, textContent: where }));
    place.value = where;
    place.disabled = isFirst;
    const currency = make('input', {
      type: 'text',
      value: code,
      size: 4,
      maxLength: 3,
      placeholder: 'EUR',
      autocapitalize: 'characters',
    });
    currency.spellcheck = false;
    const amount = make('input', { type: 'text', value: number, size: 7, inputMode: 'decimal', placeholder: '45.00' });
    for (const field of [currency, amount]) field.addEventListener('input', changed);
    place.addEventListener('change', changed);
    const remove = makeButton('×', () => drop(row));
    remove.hidden = isFirst;
    const element = make('li', {}, place, currency, amount, remove);
    const row = {
      element,
      call(index: number) {
        place.ariaLabel = `Where, price ${index}`;
        currency.ariaLabel = `Currency, price ${index}`;
        amount.ariaLabel = `Amount, price ${index}`;
        remove.ariaLabel = `Remove price ${index}`;
      },
      read: () => {
        const price = `${currency.value.trim().toUpperCase()} ${amount.value.trim()}`.trim();
        return place.value ? `${place.value}: ${price}` : price;
      },
    };
    return row;
  }

  function drop(row: PriceRow): void {
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
    element: make('div', { className: 'price-list' }, body, warning, add, hint),
    read: () => rows.map((row) => row.read()).join(', '),
    write(list, hasWords = false) {
      rows = [];
      warning.hidden = !hasWords;
      // An amount that is half written may have a comma, too.
      for (const entry of list.split(', ')) {
        const parts = entry.split(': ');
        const price = parts.pop()?.trim() ?? '';
        const [code = '', number = ''] = /^[a-z]{3}\b/i.test(price) ? price.split(/\s+/) : ['', price];
        rows = [...rows, makeRow(parts.join(': ').trim(), code.toUpperCase(), number)];
      }
      render();
    },
  };
}

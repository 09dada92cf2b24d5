import { make, makeSelect } from './make.ts';
import { listed, type Places } from './places.ts';
import { createRowList, type RowField } from './row-list.ts';

/** A price list, in rows. */
export interface PriceFields {
  readonly element: HTMLElement;
  /** As a price list is written: `USD 49, EUR 45, IN: USD 19`. */
  read(): string;
  /** @param hasWords whether the page says more than the price there. */
  write(list: string, hasWords?: boolean): void;
}

/** @param isNew whether the page has no price there yet. */
export function createPriceFields(places: Places, changed: () => void, isNew = false): PriceFields {
  const first = isNew ? 'Everybody else' : 'In your page';
  const hint = make('p', {
    className: 'hint',
    textContent: `The first price is the one ${isNew ? 'for everybody else' : 'in your page'}. Visitors see the price for their place, else the one in their currency.`,
  });
  const warning = make('p', {
    className: 'hint warning',
    textContent:
      'The price is written in place of all these words. To keep them, give the price an element of its own in your builder.',
  });
  const { list, add, read, write } = createRowList({
    className: 'prices',
    word: 'price',
    labels: ['Where', 'Currency', 'Amount'],
    fieldsOf: (cells, isFirst) => fieldsOf(places, cells, isFirst ? first : undefined),
    keepsFirst: true,
    changed,
  });
  list.ariaLabel = 'Prices';
  add.className = 'quiet';

  return {
    element: make('div', { className: 'price-list' }, list, warning, add, hint),
    read: () => read().map(priceOf).join(', '),
    write(written, hasWords = false) {
      warning.hidden = !hasWords;
      // An amount that is half written may have a comma, too.
      write(written.split(', ').map(cellsOf));
    },
  };
}

function fieldsOf(
  places: Places,
  [where = '', code = '', number = '']: readonly string[],
  first: string | undefined,
): readonly RowField[] {
  const place = makeSelect([
    ['', first ?? 'By currency'],
    ...(first ? [] : places.only(...listed).all.map((one) => [one.code, one.name] as const)),
  ]);
  if (where && !places.all.some((one) => one.code === where))
    place.append(make('option', { value: where, textContent: where }));
  place.value = where;
  place.disabled = first !== undefined;
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
  return [place, currency, amount];
}

function priceOf([where = '', currency = '', amount = '']: readonly string[]): string {
  const price = `${currency.trim().toUpperCase()} ${amount.trim()}`.trim();
  return where ? `${where}: ${price}` : price;
}

function cellsOf(entry: string): readonly string[] {
  const parts = entry.split(': ');
  const price = parts.pop()?.trim() ?? '';
  const [code = '', number = ''] = /^[a-z]{3}\b/i.test(price) ? price.split(/\s+/) : ['', price];
  return [parts.join(': ').trim(), code.toUpperCase(), number];
}

import { labelled, make, makeSelect } from '../make.ts';
import type { Places } from '../places.ts';
import { createPlaceField } from '../place-field.ts';
import { createPriceFields } from '../price-fields.ts';
import type { Field, Values } from './fields.ts';
import type { FieldView } from './field-view.ts';
import { createRowFields } from './row-fields.ts';

/** The fields that a table describes. */
export interface FormFields {
  readonly element: HTMLElement;
  read(): Values;
  write(values: Values): void;
}

/** What fields are made with. */
export interface FormParts {
  readonly places: Places;
  changed(): void;
  say(words: string): void;
}

export function createFormFields(fields: readonly Field[], parts: FormParts): FormFields {
  const views = fields.map((field) => ({ field, view: createView(field, parts) }));
  return {
    element: make('div', { className: 'fields' }, ...views.flatMap(({ field, view }) => withHint(field, view.element))),
    read: () => Object.fromEntries(views.map(({ field, view }) => [field.name, view.read()])),
    write(values) {
      for (const { field, view } of views) view.write(values[field.name] ?? '');
    },
  };
}

function withHint({ hint }: Field, element: HTMLElement): readonly HTMLElement[] {
  return [element, ...(hint === undefined ? [] : [make('p', { className: 'hint', textContent: hint })])];
}

function createView(field: Field, { places, changed, say }: FormParts): FieldView {
  if (field.kind === 'prices') {
    const prices = createPriceFields(places, changed, true);
    const group = make('fieldset', {}, make('legend', { textContent: field.label }), prices.element);
    return { ...prices, element: group };
  }
  if (field.kind === 'countries') {
    const chosen = createPlaceField(places.only('Country'), changed, say, field.label);
    return {
      ...chosen,
      read: () => chosen.read().join(' '),
      write: (codes) => chosen.write(codes.split(' ').filter(Boolean)),
    };
  }
  if (field.kind === 'rows') {
    const rows = createRowFields({ columns: field.columns, word: field.row }, places, changed);
    const group = make('fieldset', {}, make('legend', { textContent: field.label }), rows.element);
    return { ...rows, element: group };
  }
  const control = controlOf(field);
  control.addEventListener(control instanceof HTMLSelectElement ? 'change' : 'input', changed);
  return {
    element: labelled(field.label, control),
    read: () => control.value,
    write(value) {
      // A value of an older form, or of another browser.
      if (control instanceof HTMLSelectElement && ![...control.options].some((option) => option.value === value))
        control.append(make('option', { value, textContent: value }));
      control.value = value;
    },
  };
}

function controlOf(field: Field): HTMLInputElement | HTMLSelectElement {
  switch (field.kind) {
    case 'choice':
      return makeSelect(field.options);
    case 'zone':
      return makeSelect(Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone.replaceAll('_', ' ')]));
    case 'time':
      return make('input', { type: 'time' });
    case 'moment':
      return make('input', { type: 'datetime-local' });
    default:
      return make('input', {
        type: 'text',
        autocomplete: 'off',
        dir: field.kind === 'address' ? 'ltr' : 'auto',
        placeholder: ('placeholder' in field && field.placeholder) || '',
      });
  }
}

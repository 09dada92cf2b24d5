/** What the owner has written into the fields of a form, by their names. */
export type Values = Readonly<Record<string, string>>;

/** A field of a form that a table describes. */
export type Field = FieldName &
  (
    | { readonly kind: 'words' | 'address'; readonly placeholder?: string }
    | { readonly kind: 'choice'; readonly options: readonly (readonly [value: string, text: string])[] }
    | { readonly kind: 'time' | 'moment' | 'zone' | 'countries' | 'prices' }
    | { readonly kind: 'rows'; readonly columns: readonly Column[]; readonly row: string }
  );

interface FieldName {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** As the form begins. */
  readonly start?: string;
  /** Whether it may stay empty. */
  readonly isOptional?: true;
}

/** What each row of a list has. */
export interface Column {
  readonly label: string;
  /** Places by their names, and everywhere else. */
  readonly kind: 'place' | 'words';
  readonly placeholder?: string;
}

/** The first field that lacks what it needs, in words. */
export function lackIn(fields: readonly Field[], values: Values): string | undefined {
  const lacking = fields.find(({ name, isOptional }) => !isOptional && !(values[name] ?? '').trim());
  return lacking && `Write something into “${lacking.label}”.`;
}

/** As the form begins. */
export function startOf(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, field.start ?? firstOf(field)]));
}

function firstOf(field: Field): string {
  if (field.kind === 'choice') return field.options[0]?.[0] ?? '';
  return field.kind === 'zone' ? Intl.DateTimeFormat().resolvedOptions().timeZone : '';
}

/** Rows in one text, as a table is copied: neither a tab nor a new line can be typed into a field of one line. */
export function packRows(rows: readonly (readonly string[])[]): string {
  return rows
    .filter((row) => row.some((cell) => cell.trim()))
    .map((row) => row.map((cell) => cell.replace(/\s+/g, ' ').trim()).join('\t'))
    .join('\n');
}

export function unpackRows(text: string): readonly (readonly string[])[] {
  return text ? text.split('\n').map((row) => row.split('\t')) : [];
}

export function parseValues(given: unknown): Values {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(Object(given) as object);
  return Object.fromEntries(
    entries.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string'),
  );
}

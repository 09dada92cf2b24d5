/** Markup that must not be escaped again. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | Html | readonly (string | Html)[];

/** Inserts values into markup and escapes them, for content and for quoted attributes. */
export function html(markup: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(markup.map((part, index) => part + textOf(values[index] ?? '')).join(''));
}

function textOf(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'string') return value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return value.map(textOf).join('');
}

/** One field of a form, whatever it looks like. */
export interface FieldView {
  readonly element: HTMLElement;
  read(): string;
  write(value: string): void;
}

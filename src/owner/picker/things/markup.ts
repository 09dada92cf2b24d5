import { native } from '../../../widget/dom/native.ts';

/** An element that its owner is to paste, and that the page shows on trial. */
export interface Markup {
  readonly tag: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly (Markup | string)[];
}

export interface WrittenAttribute {
  readonly name: string;
  readonly value: string;
}

export const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const escapeValue = (text: string) => escapeText(text).replaceAll('"', '&quot;');

export function spell({ name, value }: WrittenAttribute): string {
  return value === '' ? name : `${name}="${escapeValue(value)}"`;
}

export function toHtml({ tag, attributes = {}, children = [] }: Markup): string {
  const opening = [tag, ...Object.entries(attributes).map(([name, value]) => spell({ name, value }))].join(' ');
  const inner = children.map((child) => (typeof child === 'string' ? escapeText(child) : toHtml(child)));
  return `<${opening}>${inner.join('')}</${tag}>`;
}

/** Not from HTML: a page may allow none that a script makes. */
export function toElement({ tag, attributes = {}, children = [] }: Markup): HTMLElement {
  const element = native(document).createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.map((child) => (typeof child === 'string' ? child : toElement(child))));
  return element;
}

import { mayBind, sinkOf } from '../../rules/markup/sink.ts';
import { boundByItself, targetOf } from '../../rules/page-rules/page-rules.ts';
import { attributeReader } from '../../widget/dom/attribute-reader.ts';
import { native } from '../../widget/dom/native.ts';
import { readFirstPrice } from './first-price.ts';
import type { PartKind } from './things/block-parts.ts';

/** What of an element a change writes, as rules call it; a delivery date is a text. */
export type What =
  | 'text'
  | 'currency'
  | 'delivery'
  | 'show'
  | 'hide'
  | 'href'
  | 'src'
  | 'alt'
  | 'placeholder'
  | 'class';

interface WhatRow {
  /** In the list of what can be changed. */
  readonly name: string;
  /** Of the field that it is written in. Undefined: visibility, which only asks for whom. */
  readonly field?: string;
  readonly allowed: (element: Element) => boolean;
  /** What stands there now. */
  readonly now?: (element: Element) => string;
}

/** The words of a delivery date, as they begin. */
const deliveryWords = 'Delivered {delivery-dates}';

const ofAttribute = (attribute: string) => ({
  allowed: (element: Element) => sinkOf(native(element).localName, attribute) !== undefined,
  now: (element: Element) => native(element).getAttribute(attribute) ?? '',
});
const hasTag = (pattern: RegExp) => (element: Element) => pattern.test(native(element).localName);

export const whats: Readonly<Record<What, WhatRow>> = {
  text: { name: 'Words', field: 'New words', allowed: hasOwnWords, now: textOf },
  currency: { name: 'Price', allowed: hasOwnWords, now: textOf },
  delivery: { name: 'Delivery date', field: 'New words', allowed: hasOwnWords, now: () => deliveryWords },
  show: { name: 'Show it only to some', allowed: () => true },
  hide: { name: 'Hide it from some', allowed: () => true },
  href: { name: 'Where the link leads', field: 'Address of the link', ...ofAttribute('href') },
  src: { name: 'Picture', field: 'Address of the picture', ...ofAttribute('src') },
  alt: {
    name: 'Description of the picture',
    field: 'Description of the picture',
    ...ofAttribute('alt'),
    allowed: hasTag(/^img$/),
  },
  placeholder: {
    name: 'Hint in the field',
    field: 'Hint in the field',
    ...ofAttribute('placeholder'),
    allowed: hasTag(/^(input|textarea)$/),
  },
  class: { name: 'Class', field: 'Class names', allowed: () => true },
};

export function isWhat(name: unknown): name is What {
  return typeof name === 'string' && Object.hasOwn(whats, name);
}

/** The part of the settings block that these words need. */
export function neededBy(what: What, value: string): PartKind | undefined {
  return what === 'delivery' || /\{\s*delivery-/i.test(value) ? 'delivery' : undefined;
}

/** What can be changed of an element. The likeliest first. */
export function allowedFor(element: Element): readonly What[] {
  const { localName } = native(element);
  if (!mayBind(localName)) return [];
  const all = Object.keys(whats).filter(isWhat);
  const isPrice = readFirstPrice(textOf(element)).currency !== '';
  const first = localName === 'img' ? 'src' : isPrice && 'currency';
  return all
    .filter((what) => whats[what].allowed(element) && !isOwn(element, what))
    .toSorted((one, other) => Number(other === first) - Number(one === first));
}

/** Whether the element's own attributes or classes write it. Then no rule does. */
function isOwn(element: Element, what: string): boolean {
  return boundByItself(attributeReader, element).includes(targetOf(what === 'delivery' ? 'text' : what));
}

function textOf(element: Element): string {
  return (native(element).textContent ?? '').trim();
}

/** Bindings write the text of an element without elements inside. */
function hasOwnWords(element: Element): boolean {
  const { localName, firstElementChild } = native(element);
  return (
    !firstElementChild &&
    textOf(element) !== '' &&
    !/^(textarea|select|video|audio|canvas|meter|progress)$/.test(localName)
  );
}

/** The innermost element that has all the words of this one: builders put a text into several boxes. */
export function innermost(element: Element): Element {
  const words = textOf(element);
  // Beside the words there may be an icon.
  const inner = words && [...native(element).children].find((child) => textOf(child) === words);
  return inner ? innermost(inner) : element;
}

/** Why an element cannot be changed from outside. Undefined: it can. */
export function refusalOf(element: Element): string | undefined {
  const own = native(element);
  const { localName } = own;
  if (/^(iframe|frame|object|embed)$/.test(localName))
    return 'This is a page of its own, in a frame. Open that page by itself, and change it there.';
  if (own.closest('[data-geo-ignore]')) return 'data-geo-ignore around this turns Geolet off here.';
  const ours = own.closest(
    'geo-if,geo-switch,geo-case,geo-text,geo-currency,geo-time,geo-delivery,geo-select,geo-suggest,geo-flag,geo-nearest,geo-optout,geo-preview',
  );
  if (ours) return `This is in <${native(ours).localName}>, an element of Geolet: change its attributes in your HTML.`;
  const root = own.getRootNode();
  if (root !== document) return (root instanceof ShadowRoot && refusalOf(root.host)) || shadowRefusal(root);
  if (/^(html|head|script|style|template|noscript|link|meta)$/.test(localName) || !mayBind(localName))
    return 'Geolet changes no element of this kind: it runs or loads code.';
  if (!(element instanceof HTMLElement)) return 'This is a part of a drawing (SVG). Choose what is around it.';
  return undefined;
}

/** Said beside an element of which not all can be changed. */
export function limitsOf(element: Element): readonly string[] {
  const { localName, shadowRoot, firstElementChild, textContent } = native(element);
  const bound = Object.keys(whats).filter((what) => isOwn(element, what));
  return [
    ...(shadowRoot
      ? [
          `What is inside <${localName}> is a component's own, in a shadow root: rules do not reach in. You can show or hide all of it.`,
        ]
      : []),
    ...(!shadowRoot && firstElementChild && textContent?.trim() ? [wordsLimit(element)] : []),
    ...(bound.length
      ? [`Its own attributes or classes write this already (${bound.join(', ')}): change them in your HTML.`]
      : []),
  ];
}

function wordsLimit(element: Element): string {
  const own = native(element);
  if ([...own.children].some((child) => textOf(child) !== ''))
    return 'Its words stand in several elements. To change words, choose one of those.';
  return own.querySelector(':scope > :not(br, wbr)')
    ? 'Something else stands among its words, such as a picture: rules write only words that stand alone. Give the words an element of their own in your builder.'
    : 'There is a line break in its words: rules write only words without one. Take it out in your builder, or make two elements.';
}

function shadowRefusal(root: Node): string {
  const host = root instanceof ShadowRoot ? native(root.host).localName : 'a component';
  return `This is inside <${host}>, in a shadow root: rules do not reach in. Choose <${host}> itself to show or hide it.`;
}

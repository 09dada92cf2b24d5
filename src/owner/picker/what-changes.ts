import { mayBind, sinkOf } from '../../rules/markup/sink.ts';
import { boundByItself, targetOf } from '../../rules/page-rules/page-rules.ts';
import { tokensOf } from '../../rules/text/normalize.ts';
import { attributeReader } from '../../widget/dom/attribute-reader.ts';
import { native } from '../../widget/dom/native.ts';
import { elementTags } from '../../widget/elements/element-table.ts';
import { backgroundOf } from './background.ts';
import { readFirstPrice } from './first-price.ts';
import type { PartKind } from './things/block-parts.ts';
import { isThing, type ThingName, things } from './things/things.ts';

/** What of an element a change writes, as rules call it; a delivery date is a text. */
type Written =
  | 'text'
  | 'currency'
  | 'delivery'
  | 'show'
  | 'hide'
  | 'href'
  | 'src'
  | 'background'
  | 'alt'
  | 'placeholder'
  | 'class';

/** What of an element changes, or what is added behind it. */
export type What = Written | ThingName;

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

const written: Readonly<Record<Written, WhatRow>> = {
  text: { name: 'Words', field: 'New words', allowed: hasOwnWords, now: textOf },
  currency: { name: 'Price', allowed: hasOwnWords, now: textOf },
  delivery: { name: 'Delivery date', field: 'New words', allowed: hasOwnWords, now: () => deliveryWords },
  show: { name: 'Show it only to some', allowed: () => true },
  hide: { name: 'Hide it from some', allowed: () => true },
  href: { name: 'Where the link leads', field: 'Address of the link', ...ofAttribute('href') },
  src: { name: 'Picture', field: 'Address of the picture', ...ofAttribute('src') },
  background: {
    name: 'Background picture',
    field: 'Address of the picture',
    allowed: (element) => backgroundOf(element) !== undefined,
    now: (element) => backgroundOf(element) ?? '',
  },
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
  return isThing(name) || isWritten(name);
}

function isWritten(name: unknown): name is Written {
  return typeof name === 'string' && Object.hasOwn(written, name);
}

export function whatRow(what: What): WhatRow {
  return isThing(what) ? { name: things[what].name, allowed: mayStandBehind } : written[what];
}

/** Whether a paragraph may be pasted behind it. */
function mayStandBehind(element: Element): boolean {
  const around = native(element).parentElement;
  return (
    !!around &&
    !/^(html|head|p|h[1-6]|a|button|span|label|ul|ol|dl|table|thead|tbody|tfoot|tr|select|picture|video|audio)$/.test(
      native(around).localName,
    )
  );
}

/** By what is changed. */
export type Replaceable = Readonly<Partial<Record<What, string | undefined>>>;

/**
 * What stands now where a change writes, for those that can be for this alone. A price list is for its first price, and
 * a picture of several sizes has several addresses.
 */
export function replaceableIn(element: Element): Replaceable {
  const { srcset, ...attributes } = Object.fromEntries(
    ['href', 'src', 'srcset', 'alt', 'placeholder'].map((name) => [
      name,
      native(element).getAttribute(name) ?? undefined,
    ]),
  );
  const text = hasOwnWords(element) ? tokensOf(textOf(element)).join(' ') : undefined;
  return { ...attributes, text, delivery: text, ...(srcset !== undefined && { src: undefined }) };
}

/** What a rule calls it. */
export function ruleNameOf(what: string): string {
  return { delivery: 'text', background: 'class' }[what] ?? what;
}

/** The part of the settings block that is needed for it. */
export function neededBy(what: What, value: string): PartKind | undefined {
  if (isThing(what)) return things[what].needs;
  return what === 'delivery' || /\{\s*delivery-/i.test(value) ? 'delivery' : undefined;
}

/** What can be changed of an element. The likeliest first. */
export function allowedFor(element: Element): readonly What[] {
  const { localName } = native(element);
  if (!mayBind(localName)) return [];
  const all = [...Object.keys(written), ...Object.keys(things)].filter(isWhat);
  const likeliest: readonly [What, boolean][] = [
    ['src', localName === 'img'],
    ['currency', readFirstPrice(textOf(element)).currency !== ''],
    ['background', !hasOwnWords(element) && backgroundOf(element) !== undefined],
    ['href', localName === 'a' && !hasOwnWords(element)],
  ];
  const first = likeliest.find(([, is]) => is)?.[0];
  return all
    .filter((what) => whatRow(what).allowed(element) && !isOwn(element, what))
    .toSorted((one, other) => Number(other === first) - Number(one === first));
}

/** The nearest element around this one that something can stand behind. */
export function placeFor(element: Element, wanted: What | undefined): Element {
  if (!isThing(wanted)) return element;
  for (let at: Element | null = element; at; at = native(at).parentElement) if (mayStandBehind(at)) return at;
  return element;
}

/** Why what the owner wants to add cannot be added there. Undefined: it can. */
export function whyNotAllowed(element: Element, wanted: What): string | undefined {
  if (allowedFor(element).includes(wanted)) return undefined;
  const { name } = whatRow(wanted);
  if (isOwn(element, wanted))
    return `${name}: its own attributes or classes write this already. Change them in your HTML.`;
  return isThing(wanted)
    ? `${name}: no paragraph can stand behind this, as it is a part of something. Click what is around it.`
    : `${name}: this has no words that stand alone. Click words without a picture or a link among them.`;
}

/** Whether the element's own attributes or classes write it. Then no rule does. */
function isOwn(element: Element, what: string): boolean {
  return boundByItself(attributeReader, element).includes(targetOf(ruleNameOf(what)));
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
  // Beside the words its picture was pointed at.
  if (backgroundOf(element) !== undefined) return element;
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
  const ours = own.closest(elementTags.join());
  if (ours)
    return `This is in <${native(ours).localName}>, an element of Geolet: change its attributes in your HTML. docs/elements.md has them.`;
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
  const bound = Object.keys(written).filter((what) => ruleNameOf(what) === what && isOwn(element, what));
  return [
    ...(shadowRoot
      ? [
          `What is inside <${localName}> is a component's own, in a shadow root: rules do not reach in. You can show or hide all of it.`,
        ]
      : []),
    ...(!shadowRoot && firstElementChild && textContent?.trim() ? [wordsLimit(element)] : []),
    ...(backgroundOf(element) === undefined
      ? []
      : [
          'Its picture stands in your style sheet, as a background. “Background picture” changes it by a class and a line of CSS, which are to copy.',
        ]),
    ...(bound.length
      ? [`Its own attributes or classes write this already (${bound.join(', ')}): change them in your HTML.`]
      : []),
  ];
}

function wordsLimit(element: Element): string {
  const own = native(element);
  if ([...own.children].some((child) => textOf(child) !== '')) {
    const loose = [...own.childNodes].find((node) => node instanceof Text && node.data.trim());
    const outside = loose
      ? ` “${(loose.textContent ?? '').trim()}” is in none of them: give it an element of its own in your builder to change it.`
      : '';
    return `Its words stand in several elements. To change words, choose one of those.${outside}`;
  }
  return own.querySelector(':scope > :not(br, wbr)')
    ? 'Something else stands among its words, such as a picture: rules write only words that stand alone. Give the words an element of their own in your builder.'
    : 'There is a line break in its words: rules write only words without one. Take it out in your builder, or make two elements.';
}

function shadowRefusal(root: Node): string {
  const host = root instanceof ShadowRoot ? native(root.host).localName : 'a component';
  return `This is inside <${host}>, in a shadow root: rules do not reach in. Choose <${host}> itself to show or hide it.`;
}

// @guard sinks

/**
 * What may be written where: decided by the pair of element and attribute, everything else is refused. The record is
 * not trusted, and neither is markup that a sanitiser let through because it was inert, so a binding may do no more
 * than the same markup could do by itself.
 */

/** How a value must be checked: as text, or as one of the kinds of URL of `url.ts`. */
export type Sink = 'text' | 'link' | 'media' | 'srcset';

/** Attributes with URLs, and the elements they are a link or a medium on. */
const urlAttributes: Readonly<Record<string, string>> = {
  href: 'link a area',
  cite: 'link q blockquote del ins',
  src: 'media img source video audio track',
  poster: 'media video',
  srcset: 'srcset img source',
};

/** Elements that run, load, style or describe the page: no binding of any kind. */
const refusedElements =
  'script style template noscript iframe frame frameset object embed applet base meta link title xmp plaintext noembed noframes portal fencedframe slot'.split(
    ' ',
  );

/** `value` goes where a visitor could have typed or chosen it; never into a button, a password or a hidden field. */
const valueElement = /^(input|textarea|select|option|data)$/;

/** Those without a URL only ever hold words, on any allowed element. */
export const writableAttributes = [
  'alt',
  'title',
  'placeholder',
  'label',
  'value',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  ...Object.keys(urlAttributes),
];

/** @param localName in lower case, of an element in the HTML namespace. */
export function mayBind(localName: string): boolean {
  return !refusedElements.includes(localName);
}

/** @returns how to check the value, or undefined where the attribute must not be written. */
export function sinkOf(localName: string, attribute: string): Sink | undefined {
  const own = Object.hasOwn(urlAttributes, attribute) && urlAttributes[attribute];
  const [urlSink, ...elements] = (own || '').split(' ');
  if (urlSink) return elements.includes(localName) ? (urlSink as Sink) : undefined;
  if (attribute === 'value' && !valueElement.test(localName)) return undefined;
  return writableAttributes.includes(attribute) ? 'text' : undefined;
}

/** Types of `input` whose value a visitor sees and can change. */
export function mayPrefill(inputType: string): boolean {
  return /^(text|search|tel|number|email|url)$/.test(inputType);
}

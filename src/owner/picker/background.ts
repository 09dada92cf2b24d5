/** The address of the picture that the page's style sheets give to an element. Undefined: there is none. */
export function backgroundOf(element: Element): string | undefined {
  const { backgroundImage } = getComputedStyle(element);
  return /url\("?([^")]+)"?\)/.exec(backgroundImage)?.[1];
}

/** No rule writes a style: a class stands for the picture, by its address. Classes with `geo-` have a meaning of their own. */
export function classOfPicture(address: string): string {
  const name = address
    .toLowerCase()
    .replace(/^https?:\/\/[^/]*/, '')
    .replace(/[^a-z0-9]+/g, '-');
  return `picture-${name.replace(/^-|-$/g, '')}`;
}

/** The line of CSS that gives the picture to the class. */
export function styleOfPicture(address: string): string {
  // What ends a string, a line or the element around it cannot stand there.
  const quoted = address.trim().replace(/["\\\n\r<]/g, (letter) => encodeURIComponent(letter));
  return `.${classOfPicture(address)} { background-image: url("${quoted}") !important }`;
}

import { DomUtils, parseDocument } from 'htmlparser2';

const { findAll, getAttributeValue, textContent } = DomUtils;

/** The price of the lamp that search engines read in a page's HTML, in JSON-LD or microdata: `USD 49`. */
export function describedIn(html: string): string {
  const { children } = parseDocument(html);
  const [json] = findAll(
    ({ name, attribs }) => name === 'script' && attribs['type'] === 'application/ld+json' && attribs['id'] === 'offer',
    children,
  );
  if (json) return offerIn(JSON.parse(textContent(json)));
  const value = (name: string) => {
    const [element] = findAll(({ attribs }) => attribs['itemprop'] === name, children);
    return element && (getAttributeValue(element, 'content') ?? textContent(element));
  };
  return `${value('priceCurrency')} ${value('price')}`;
}

function offerIn(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  if ('price' in value && 'priceCurrency' in value) return `${String(value.priceCurrency)} ${String(value.price)}`;
  return Object.values(value).map(offerIn).join('');
}

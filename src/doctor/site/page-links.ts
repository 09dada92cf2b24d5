import { attempt } from '../../rules/attempt.ts';
import { type PageElement, readElements } from '../page-tree.ts';
import type { Reply } from '../reply.ts';

/** A longer address is none that people follow. */
const longestAddress = 2000;

/** Of other files. `/v1.2` and `/size-7.5` are pages. */
const otherFile = /\.(?!html?$|xhtml$|php$|aspx?$|jsp$)[a-z][a-z\d]{1,4}$/i;

/** Parts of a path that are steps of a purchase or of an account. A shop may sell carts: only whole parts count. */
const stepParts =
  /\/(?:cart|basket|checkout|admin|wp-admin|(?:[\w-]+[-_])?(?:log|sign)[-_]?(?:in|out|off|up)|register|unsubscribe)(?:\.\w+)?(?:\/|$)/i;

/** In a query there is more, and nearly no page is known by it. */
const actions = new RegExp(
  [
    'add remove delete edit cancel confirm action admin cart basket wishlist checkout buy pay order',
    'log[-_]?(?:in|out|off) sign[-_]?(?:in|out|off|up) register subscribe password token nonce',
    'vote reply share download export print',
  ]
    .join(' ')
    .replaceAll(' ', '|'),
  'i',
);

/**
 * The pages of the same origin that a page links to, and that can be asked for without doing anything: each once, in
 * their order.
 */
export function linksOn(page: Reply): readonly URL[] {
  const elements = readElements(page.text);
  if (isNofollow(page, elements)) return [];
  const base = elements.find(({ tagName, attributes }) => tagName === 'base' && attributes.has('href'));
  const at = attempt(() => new URL(base?.attributes.get('href') ?? '', page.url).href) ?? page.url;
  const own = new URL(page.url);
  const links = new Map<string, URL>();
  for (const { tagName, attributes } of elements) {
    const href = /^(?:a|area)$/.test(tagName) && !attributes.has('download') ? attributes.get('href') : undefined;
    if (href === undefined || href.length > longestAddress || says(attributes.get('rel'), 'nofollow')) continue;
    const url = attempt(() => new URL(href, at));
    if (url?.origin !== own.origin || !mayFollow(url)) continue;
    url.hash = '';
    // The owner has typed them for this server.
    url.username = own.username;
    url.password = own.password;
    links.set(url.href, url);
  }
  return [...links.values()];
}

function mayFollow({ pathname, search }: URL): boolean {
  return !otherFile.test(pathname) && !stepParts.test(pathname) && !actions.test(search);
}

/** https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag */
function isNofollow({ headers }: Reply, elements: readonly PageElement[]): boolean {
  const meta = elements.filter(
    ({ tagName, attributes }) => tagName === 'meta' && attributes.get('name')?.toLowerCase() === 'robots',
  );
  return [headers['x-robots-tag'], ...meta.map(({ attributes }) => attributes.get('content'))].some(
    (text) => says(text, 'nofollow') || says(text, 'none'),
  );
}

function says(text: string | undefined, word: string): boolean {
  return (
    text
      ?.toLowerCase()
      .split(/[\s,:]+/)
      .includes(word) ?? false
  );
}

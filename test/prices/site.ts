import type { WordPressSite } from '../surfaces/in-wordpress.ts';
import type { Site } from '../surfaces/surface.ts';
import { bookAddress, bookOf, contentOf, planted, type Shop } from './shops.ts';
import { visitors } from './visitors.ts';

const recordOf: Site['recordOf'] = (address) => visitors.find((visitor) => visitor.address === address)?.record ?? {};

/** The one price book at an address. */
function booksOf(shops: readonly Shop[]): Site['priceBook'] {
  const those = shops.filter(({ kind }) => kind === 'a price book at an address');
  return { path: bookAddress, lists: Object.assign({}, ...those.map(bookOf)) as Readonly<Record<string, unknown>> };
}

/** Around the content of a page. */
function textOf({ language }: Pick<Shop, 'language'>): string {
  return `lang="${language}"${/^(?:ar|he)/.test(language) ? ' dir="rtl"' : ''}`;
}

/** The pages of the shops, and those with a wrong price. */
function pagesOf(shops: readonly Shop[]) {
  return [
    ...shops.map((shop) => ({ path: shop.path, language: shop.language, content: contentOf(shop) })),
    ...planted.map(({ path, content }) => ({ path, language: 'en', content })),
  ];
}

export function siteOf(shops: readonly Shop[]): Site {
  const pages = pagesOf(shops);
  return {
    recordOf,
    priceBook: booksOf(shops),
    pageOf: (path) => {
      const page = pages.find((one) => one.path === path);
      if (!page) return '';
      const head = '<meta charset="utf-8"><link rel="icon" href="data:,"><title>A lamp</title>';
      return `<!doctype html><html ${textOf(page)}><head>${head}<script async src="/geolet.js"></script></head><body>${page.content}</body></html>`;
    },
  };
}

/** The language of a page is around its content: all of a WordPress has one. */
export function wordPressSiteOf(shops: readonly Shop[]): WordPressSite {
  return {
    recordOf,
    priceBook: booksOf(shops),
    contents: Object.fromEntries(
      pagesOf(shops).map(({ path, language, content }) => [
        path.slice(1),
        `<div ${textOf({ language })}>${content}</div>`,
      ]),
    ),
  };
}

import type { WordPressSite } from '../surfaces/in-wordpress.ts';
import type { Site } from '../surfaces/surface.ts';
import { contentOf, type Shop } from './shops.ts';
import { visitors } from './visitors.ts';

const recordOf: Site['recordOf'] = (address) => visitors.find((visitor) => visitor.address === address)?.record ?? {};

export function siteOf(shops: readonly Shop[]): Site {
  return {
    recordOf,
    pageOf: (path) => {
      const shop = shops.find((one) => one.path === path);
      if (!shop) return '';
      const head = '<meta charset="utf-8"><link rel="icon" href="data:,"><title>A lamp</title>';
      return `<!doctype html><html lang="${shop.language}"><head>${head}<script async src="/geolet.js"></script></head><body>${contentOf(shop)}</body></html>`;
    },
  };
}

/** The language of a page is around its content: all of a WordPress has one. */
export function wordPressSiteOf(shops: readonly Shop[]): WordPressSite {
  return {
    recordOf,
    contents: Object.fromEntries(
      shops.map((shop) => [shop.path.slice(1), `<div lang="${shop.language}">${contentOf(shop)}</div>`]),
    ),
  };
}

import type { Shop } from './support.ts';

/** What the blocks of `docs` make of the pages. */
export const asWritten: Shop = {
  text: 'Made to walk $49 Ships in 5 days. No customs in the EU. Find a shop Blue',
  link: '/shops',
  picture: '/shoe.gif',
  field: '',
};
export const inLyon: Shop = {
  text: 'Made to walk Lyon €45 Ships in 2 days. No customs in the EU. Find a shop Blue',
  link: '/fr/shops',
  picture: '/shoe-fr.gif',
  field: 'Lyon',
};
export const inOsaka: Shop = {
  text: 'Made to walk in Japan ¥6,900 Ships in 5 days. Find a shop Blue',
  link: '/jp/shops',
  picture: '/shoe-jp.gif',
  field: 'Osaka',
};

import type { Builder } from './builder-page.ts';

/** A page of the shop. What stands on two pages is not what differs between them. */
export interface ProductPage {
  readonly path: string;
  readonly name: string;
  readonly price: string;
  /** Where the page says the first price of the list for the first page. */
  readonly priceInFrance?: string;
  /** What else the page offers further down. */
  readonly related: readonly [name: string, price: string, priceInFrance?: string];
  /** Texts of this product in blocks of the same kind as the note about delivery, before it. */
  readonly details: readonly string[];
  readonly hasPromotion: boolean;
}

const product = (
  name: string,
  price: string,
  related: ProductPage['related'],
  { details = [], hasPromotion = true, ...more }: Partial<ProductPage> = {},
): ProductPage => ({ path: `/products/${name.toLowerCase()}`, name, price, related, details, hasPromotion, ...more });

const laces = ['Laces', '$9', '€8'] as const;

/** The first is the one on which the owner makes the rules. */
export const products: readonly ProductPage[] = [
  product('Shoe', '$49', laces, { priceInFrance: '€45' }),
  product('Boot', '$89', ['Polish', '$12']),
  product('Sandal', '$49', ['Insoles', '$49'], { priceInFrance: '€45' }),
  product('Slipper', '$29.50', laces, { details: ['Lined with wool'] }),
  product('Clog', '€49', ['Strap', '€9'], { details: ['Carved from one piece', 'Made in Porto'] }),
  product('Loafer', 'from $49', ['Brush', '$490'], { priceInFrance: 'from €45' }),
  product('Trainer', 'Sold out', ['Laces', 'Coming soon'], { hasPromotion: false }),
  product('Brogue', '$149', ['Tree', '$49.99'], { details: ['Resoled for life'] }),
  product('Mule', '$49 – $59', ['Bag', '$4.90'], { hasPromotion: false }),
  product('Wader', '$1,049', laces, { details: ['Knee-high'], hasPromotion: false }),
  product('Pump', '49', ['Clip', '9', '€8'], { priceInFrance: '€45' }),
  product('Espadrille', '$39', ['Rope', '$19'], { details: ['Jute soles', 'Washed by hand', 'Sewn in Rioja'] }),
];

export const note = 'Ships in 5 days.';
export const promotion = 'No customs in the EU.';

/** Whole texts of the page as it is kept, in its HTML and in its script. */
const differing = /(?<=[>"'`])(?:Made to walk|\$49|Laces|\$9)(?=[<"'`])/g;

/** The block with the note about delivery, and how a script of the page makes it. */
const noteBlocks: Readonly<Record<Builder, readonly RegExp[]>> = {
  webflow: [/<p id="delivery".*?<\/p>/],
  framer: [/<div class="framer-8d1x0a".*?<\/div>/, /text\("framer-8d1x0a", .*?\)/],
  wix: [/<div id="comp-m3x9k0b5".*?<\/div>/, /text\("comp-m3x9k0b5", .*?\)/],
  squarespace: [/<div class="fe-block fe-block-77aa66bb55cc44dd33ee">.*/],
  shopify: [/<div class="product__text.*?<\/div>/],
  elementor: [/<div class="elementor-element elementor-element-5e6f7a8 .*/],
  divi: [/<div id="delivery".*/],
  bricks: [/<div id="delivery".*/],
};
const promotionBlocks: Readonly<Record<Builder, readonly RegExp[]>> = {
  webflow: [/<div data-w-id="9b8a.*?<\/div>/],
  framer: [/<div class="framer-u2k9zq".*?<\/div>/, /text\("framer-u2k9zq", .*?\),?/],
  wix: [/<div id="comp-m3x9k0b6".*?<\/div>/, /text\("comp-m3x9k0b6", .*?\),?/],
  squarespace: [/<div class="fe-block fe-block-yui_3_17_2_1_17000">.*/],
  shopify: [/<div class="announcement-bar".*/],
  elementor: [/<div class="elementor-element elementor-element-6b7c8d9 .*/],
  divi: [/<div class="et_pb_module et_pb_text et_pb_text_3 .*/],
  bricks: [/<div id="brxe-pqrstu".*/],
};

/** Makes the page of another product out of the one that is kept, or a part of its script. */
export function productPage(builder: Builder, page: ProductPage): (text: string) => string {
  const words = new Map([
    ['Made to walk', page.name],
    ['$49', page.price],
    ['Laces', page.related[0]],
    ['$9', page.related[1]],
  ]);
  return (text) => {
    let edited = text;
    for (const block of noteBlocks[builder])
      edited = edited.replace(new RegExp(block, 'g'), (found) => {
        const isCall = found.startsWith('text(');
        const copies = page.details.map((words, index) => copyOf(found, index).replace(note, words));
        return [...copies, found].join(isCall ? ', ' : '\n');
      });
    if (!page.hasPromotion)
      for (const block of promotionBlocks[builder]) edited = edited.replace(new RegExp(block, 'g'), '');
    edited = edited.replace(differing, (found) => words.get(found) ?? found);
    return builder === 'divi' ? countModules(edited) : edited;
  };
}

/** Another block of the kind, with an id of its own where the owner has given one. */
function copyOf(block: string, index: number): string {
  const other = (id: string): string => id.replace(/.{2}$/, `${index}${id.length % 10}`);
  return block
    .replace(/ id="delivery"/, '')
    .replace(/(?<=[ "])([Dd])elivery(?=")/, '$1etail')
    .replace(/5e6f7a8|77aa66bb55cc44dd33ee|framer-8d1x0a|comp-m3x9k0b5/g, other);
}

/** Divi counts the modules of a page from its top. */
function countModules(text: string): string {
  let count = -1;
  return text.replace(/et_pb_text_\d+/g, () => `et_pb_text_${++count}`);
}

import { Parser } from 'htmlparser2';

/** A product as a feed lists it. What is missing there is empty. */
export interface FeedProduct {
  readonly id: string;
  readonly link: string;
  readonly price: string;
  readonly salePrice: string;
  /** Two times with a slash between them. */
  readonly saleDates: string;
}

const columns = ['id', 'link', 'price', 'sale_price', 'sale_price_effective_date'] as const;
type Column = (typeof columns)[number];

/** A longer value is cut: no link and no price is that long. */
const mostCharacters = 2000;

/** What programs write is not that deep, and each level costs time. */
const mostLevels = 100;

/**
 * Reads a product feed: RSS 2.0 or Atom with the names of Merchant Center, or a table with tabs or commas.
 * https://support.google.com/merchants/answer/7052112
 *
 * @throws an Error that says what is wrong with the text.
 */
export function readFeed(text: string): readonly FeedProduct[] {
  // The text was decoded as UTF-8, in which these are the other halves of characters.
  if (text.slice(0, 1000).includes('\0')) throw new Error('it is in UTF-16: save it as UTF-8');
  const plain = text.replace(/^\uFEFF/, '');
  const products = /^\s*</.test(plain.slice(0, 1000)) ? readXml(plain) : readTable(plain);
  if (products.length === 0) throw new Error('it has no products');
  return products;
}

function toProduct(read: (column: Column) => string | undefined): FeedProduct {
  const [id = '', link = '', price = '', salePrice = '', saleDates = ''] = columns.map((column) =>
    read(column)?.slice(0, mostCharacters).trim(),
  );
  return { id, link, price, salePrice, saleDates };
}

/** The elements directly in `<item>` or `<entry>`, since the price of a delivery is an element further in. */
function readXml(text: string): readonly FeedProduct[] {
  const products: FeedProduct[] = [];
  const open: string[] = [];
  let root: string | undefined;
  let product: Map<string, string> | undefined;
  let level = 0;
  const parser = new Parser(
    {
      onopentag(name, { href, rel = 'alternate' }) {
        root ??= name;
        if (open.push(name) > mostLevels) throw new Error(`<${name.slice(0, 40)}> is nested too deeply`);
        if (!product && (name === 'item' || name === 'entry')) {
          product = new Map();
          level = open.length;
        } else if (product && open.length === level + 1 && href !== undefined && rel === 'alternate')
          // The link of Atom.
          product.set(name, product.get(name) ?? href);
      },
      ontext(part) {
        const name = open.at(-1);
        if (!product || name === undefined || open.length !== level + 1) return;
        const before = product.get(name) ?? '';
        if (before.length < mostCharacters) product.set(name, before + part.slice(0, mostCharacters));
      },
      onclosetag() {
        if (product && open.length === level) {
          const read = product;
          products.push(toProduct((column) => read.get(`g:${column}`) ?? read.get(column)));
          product = undefined;
        }
        open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  if (root === undefined || !/^(?:rss|feed|rdf:RDF|channel|products?)$/i.test(root))
    throw new Error('it is neither RSS nor Atom, and no table');
  if (!text.includes(`</${root}`)) throw new Error('its end is missing');
  return products;
}

function readTable(text: string): readonly FeedProduct[] {
  const isWithTabs = /^[^\t\n]*\t/.test(text);
  const rows = rowsIn(text, isWithTabs ? /[^\t\n]*/y : /[^,\n]*/y);
  const names = (rows.next().value ?? []).map((name) =>
    name.trim().toLowerCase().replace(/^g:/, '').replaceAll(' ', '_'),
  );
  const missing = columns.slice(0, 3).filter((column) => !names.includes(column));
  if (missing.length > 0) throw new Error(`its first line has no column ${missing.join(' and ')}`);
  const places = new Map(columns.map((column) => [column, names.indexOf(column)]));
  const products: FeedProduct[] = [];
  for (const row of rows)
    if (row.some((value) => value.trim() !== '')) products.push(toProduct((column) => row[places.get(column) ?? -1]));
  return products;
}

/**
 * The rows of a table, with quotes around values where they have separators or line ends in them.
 *
 * @param plain finds the rest of a value. https://www.rfc-editor.org/rfc/rfc4180
 */
function* rowsIn(text: string, plain: RegExp): Generator<readonly string[], undefined> {
  let row: string[] = [];
  for (let at = 0; at <= text.length; at = plain.lastIndex + 1) {
    const end = text.charAt(at) === '"' ? endOfQuotes(text, at) : at;
    plain.lastIndex = end;
    const rest = plain.exec(text)?.[0] ?? '';
    row.push(end > at ? text.slice(at + 1, end - 1).replaceAll('""', '"') : rest);
    const separator = text.charAt(plain.lastIndex);
    if (separator !== '' && separator !== '\n') continue;
    yield row;
    row = [];
  }
}

function endOfQuotes(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && text.charAt(end + 1) === '"') end = text.indexOf('"', end + 2);
  if (end < 0) throw new Error('a value that begins with a quotation mark has no end');
  return end + 1;
}

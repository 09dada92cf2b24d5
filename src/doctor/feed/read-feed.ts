import { readXml } from '../../proxy/node/read-xml.ts';

/** A product as a feed lists it. What is missing there is empty. */
export interface FeedProduct {
  readonly id: string;
  readonly link: string;
  readonly price: string;
  readonly salePrice: string;
  /** Two times with a slash between them. */
  readonly saleDates: string;
  /** Whether its row has more or fewer columns than the first line of the table. */
  readonly isUneven: boolean;
}

const columns = ['id', 'link', 'price', 'sale_price', 'sale_price_effective_date'] as const;
type Column = (typeof columns)[number];

/** A longer value is cut: no link and no price is that long. */
const mostCharacters = 2000;

/** How files of gzip, ZIP and bzip2 begin, decoded as text. */
const compressed = ['\x1F\uFFFD', 'PK\x03\x04', 'BZh'];

/**
 * Reads a product feed: RSS 2.0 or Atom with the names of Merchant Center, or a table with tabs,
 * commas or semicolons.
 * https://support.google.com/merchants/answer/7052112
 *
 * @throws an Error that says what is wrong with the text.
 */
export function readFeed(text: string): readonly FeedProduct[] {
  if (compressed.some((start) => text.startsWith(start))) throw new Error('it is compressed: unpack it first');
  // The text was decoded as UTF-8, in which these are the other halves of characters.
  if (text.slice(0, 1000).includes('\0')) throw new Error('it is in UTF-16: save it as UTF-8');
  const plain = text.replace(/^\uFEFF/, '');
  const products = /^\s*</.test(plain.slice(0, 1000)) ? readXmlFeed(plain) : readTable(plain);
  if (products.length === 0) throw new Error('it has no products');
  return products;
}

function toProduct(read: (column: Column) => string | undefined, isUneven = false): FeedProduct {
  const [id = '', link = '', price = '', salePrice = '', saleDates = ''] = columns.map((column) =>
    read(column)?.slice(0, mostCharacters).trim(),
  );
  return { id, link, price, salePrice, saleDates, isUneven };
}

/** Feeds call it `g`, unless a program has chosen another name. */
const namespaceOfGoogle = /^https?:\/\/base\.google\.com\/ns\/1\.0$/i;

/** The elements directly in `<item>` or `<entry>`, since the price of a delivery is an element further in. */
function readXmlFeed(text: string): readonly FeedProduct[] {
  const products: FeedProduct[] = [];
  const prefixes = new Set(['g']);
  let root: string | undefined;
  let product: Map<string, string> | undefined;
  let productLevel = 0;
  /** What stands under any prefix of Google is one column. */
  const columnOf = (name: string): string => {
    const [prefix = '', column] = name.split(':', 2);
    return column !== undefined && prefixes.has(prefix) ? `g:${column}` : name;
  };
  readXml(text, {
    onOpen(name, attributes, level) {
      const { href, rel = 'alternate' } = attributes;
      root ??= name;
      for (const [attribute, value] of Object.entries(attributes))
        if (attribute.startsWith('xmlns:') && namespaceOfGoogle.test(value)) prefixes.add(attribute.slice(6));
      if (!product && (name === 'item' || name === 'entry')) {
        product = new Map();
        productLevel = level;
      } else if (product && level === productLevel + 1 && href !== undefined && rel === 'alternate')
        // The link of Atom.
        product.set(name, product.get(name) ?? href);
    },
    onText(part, name, level) {
      if (!product || level !== productLevel + 1) return;
      const column = columnOf(name);
      const before = product.get(column) ?? '';
      if (before.length < mostCharacters) product.set(column, before + part.slice(0, mostCharacters));
    },
    onClose(level) {
      if (!product || level !== productLevel) return;
      const read = product;
      products.push(toProduct((column) => read.get(`g:${column}`) || read.get(column)));
      product = undefined;
    },
  });
  if (root === undefined || !/^(?:rss|feed|rdf:RDF|channel|products?)$/i.test(root))
    throw new Error('it is neither RSS nor Atom, and no table');
  if (!text.includes(`</${root}`)) throw new Error('its end is missing');
  return products;
}

/** Programs write this line for Excel: it names what stands between the values. */
const separatorLine = /^sep=(.)\r?\n/i;

function readTable(written: string): readonly FeedProduct[] {
  const text = written.replace(separatorLine, '');
  const [, separator = ','] = separatorLine.exec(written) ?? /^(?:"[^"]*"|[^"\t;,\n])*([\t;,])/.exec(text) ?? [];
  const rows = rowsIn(text, separator);
  const names = (rows.next().value ?? []).map((name) =>
    name.trim().toLowerCase().replace(/^g:/, '').replaceAll(' ', '_'),
  );
  const missing = columns.slice(0, 3).filter((column) => !names.includes(column));
  if (missing.length > 0) throw new Error(`its first line has no column ${missing.join(' and ')}`);
  const places = new Map(columns.map((column) => [column, names.indexOf(column)]));
  const products: FeedProduct[] = [];
  for (const row of rows) {
    if (row.every(isBlank)) continue;
    const isUneven = row.length < names.length || !row.slice(names.length).every(isBlank);
    products.push(toProduct((column) => row[places.get(column) ?? -1], isUneven));
  }
  return products;
}

const isBlank = (value: string): boolean => value.trim() === '';

/**
 * The rows of a table, with quotes around values where they have separators or line ends in them.
 * https://www.rfc-editor.org/rfc/rfc4180
 */
function* rowsIn(text: string, separator: string): Generator<readonly string[], undefined> {
  const isWithTabs = separator === '\t';
  const plain = new RegExp(`[^\\u{${separator.codePointAt(0)?.toString(16)}}\\n]*`, 'uy');
  let columnsInFirst: number | undefined;
  let row: string[] = [];
  for (let at = 0; at <= text.length; at = plain.lastIndex + 1) {
    const quoted = text.charAt(at) === '"' ? quotedAt(text, at, isWithTabs, columnsInFirst) : undefined;
    plain.lastIndex = at + (quoted?.length ?? 0);
    const rest = plain.exec(text)?.[0] ?? '';
    row.push(quoted?.slice(1, -1).replaceAll('""', '"') ?? rest);
    const end = text.charAt(plain.lastIndex);
    if (end !== '' && end !== '\n') continue;
    columnsInFirst ??= row.length;
    yield row;
    row = [];
  }
}

/**
 * The value in quotes at a place, with them. In tables with tabs, many programs write a text with a quotation mark as
 * it is. So a value there is in quotes only if it ends behind them, and there are no whole rows in it.
 */
function quotedAt(text: string, start: number, isWithTabs: boolean, columnsInRow = 1): string | undefined {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && text.charAt(end + 1) === '"') end = text.indexOf('"', end + 2);
  const quoted = end < 0 ? undefined : text.slice(start, end + 1);
  if (!isWithTabs) {
    if (quoted === undefined) throw new Error('a value that begins with a quotation mark has no end');
    return quoted;
  }
  const isAtEnd = /^(?:[\t\n]|\r\n|$)/.test(text.slice(end + 1, end + 3));
  return quoted !== undefined && isAtEnd && !hasRows(quoted, columnsInRow) ? quoted : undefined;
}

/** Whether a text has the tabs of a whole row for each of its line ends. */
function hasRows(text: string, columnsInRow: number): boolean {
  const count = (part: string) => text.split(part).length - 1;
  return count('\n') > 0 && count('\t') >= count('\n') * (columnsInRow - 1);
}

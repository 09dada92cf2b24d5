/**
 * What each font is cut to. `test/unit/demo/fonts.test.ts` says which character is missing when the demo shows another
 * one.
 */

/** English, the languages of Western Europe, and the punctuation of both. */
export const western = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœˆ˜‐–—‘’‚“”„†•…‰′″‹›⁄€™−`;

/** Names of places in the other languages that are written in Latin letters. */
export const otherLatin = `${range(0x100, 0x17f)}${range(0x18f, 0x192)}${range(0x1a0, 0x1b0)}${range(0x218, 0x21b)}əʻʼ${range(0x1e80, 0x1ef9)}₹₺₽`;

/**
 * Drawings and signs of the documents, drawn on the grid of code, and the marks around a name that is written in the
 * other direction.
 */
export const signs = `←↑→↓≈≠≤≥─│┌┐└┘├┤►◄●○◐₫${range(0x200e, 0x200f)}${range(0x2066, 0x2069)}`;

export const ticks = '✓✗';

/** What the page says, and the names of all countries and continents. */
export const japanese =
  'こんにちはどこでも日本・' +
  'びァアィイウェエォオカガキギクグケコゴサザシジスズセゼソタダチッツテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロワンヴー' +
  '中主人仏共別北区南及台合和国地域央小島市政有朝東極民治洋港湾特米自英華衆行西諸赤連道邦長離韓領首香鮮大陸';

/** The letters of Arabic, its marks, and what Persian and Urdu add in the names of their countries. */
export const arabic = `،؛؟${range(0x621, 0x63a)}${range(0x640, 0x652)}پکگیچژ`;

/** A greeting, and the name of India. */
export const devanagari = 'नमस्तेभारत';

function range(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
}

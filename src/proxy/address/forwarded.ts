// @guard forwarded
import { type AddressList, maxCharacters, maxEntries } from '../../http/trusted-hops.ts';
import { type Address, parseAddress } from '../../record/address.ts';

/**
 * Reads a `Forwarded` header from its end, where each server adds its element: from that side a valid element has only
 * one reading, whatever the visitor wrote before it. An element that is not valid is the last: it comes in one piece
 * with everything before it. https://www.rfc-editor.org/rfc/rfc7239#section-4
 */
export function readForwarded(header: string): AddressList {
  const text = header.slice(-maxCharacters);
  const isCut = text.length < header.length;
  const hasOpenQuote = hasOddQuotes(header);
  const addresses: (Address | undefined)[] = [];
  for (let end = text.length; end >= 0 && addresses.length < maxEntries;) {
    const element = readLastElement(text, end, hasOpenQuote);
    const isWhole = element !== undefined && !(isCut && element.start === 0);
    addresses.push(isWhole ? parseNode(element.parameters.get('for') ?? '') : undefined);
    end = isWhole ? element.start - 1 : -1;
  }
  return addresses;
}

interface Element {
  /** By name, in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Its first position: behind a comma, or 0. */
  readonly start: number;
}

/** Reads the element that ends right before `end`. Between two semicolons there may be nothing. */
function readLastElement(header: string, end: number, hasOpenQuote: boolean): Element | undefined {
  const parameters = new Map<string, string>();
  for (let position = skipBlanks(header, end); ; position = skipBlanks(header, position - 1)) {
    if (!isSeparator(header[position - 1])) {
      const pair = readLastPair(header, position);
      if (pair === undefined || parameters.has(pair.name)) return undefined;
      parameters.set(pair.name, pair.value);
      position = skipBlanks(header, pair.start);
    }
    const separator = header[position - 1];
    if (separator !== ';')
      return isSeparator(separator) && !(hasOpenQuote && mayBeInHost(header, position))
        ? { parameters, start: position }
        : undefined;
  }
}

/** Whether this can stand before a pair: a semicolon, a comma, or the beginning of the header. */
function isSeparator(character: string | undefined): boolean {
  return character === undefined || character === ';' || character === ',';
}

/**
 * Whether the comma before `start` may be part of a quoted text, where a quote is open. A server that does not escape
 * quotes writes a visitor's Host header such as `x,for=192.0.2.1;y="` between quotes of its own. Then no blank stands
 * behind the comma, since a host contains none. Servers that add an element write a blank.
 */
function mayBeInHost(header: string, start: number): boolean {
  return !/[ \t]/.test(header.charAt(start));
}

/** Valid elements have quotes in pairs. An open quote before them makes the number in the whole header odd. */
function hasOddQuotes(header: string): boolean {
  let count = 0;
  for (let position = 0; position < header.length; position++) {
    if (header[position] === '\\') position++;
    else if (header[position] === '"') count++;
  }
  return count % 2 === 1;
}

/** Reads the `name=value` that ends right before `end`. */
function readLastPair(
  header: string,
  end: number,
): { readonly name: string; readonly value: string; readonly start: number } | undefined {
  const value = header[end - 1] === '"' ? readLastQuoted(header, end) : readLastToken(header, end);
  if (value === undefined || header[value.start - 1] !== '=') return undefined;
  const name = readLastToken(header, value.start - 1);
  return name && { name: name.text.toLowerCase(), value: value.text, start: name.start };
}

interface Text {
  readonly text: string;
  readonly start: number;
}

function readLastToken(header: string, end: number): Text | undefined {
  let start = end;
  while (/[\w!#$%&'*+.^`|~-]/.test(header.charAt(start - 1))) start--;
  return start < end ? { text: header.slice(start, end), start } : undefined;
}

/** A quote inside has an odd number of backslashes before it. https://www.rfc-editor.org/rfc/rfc9110#section-5.6.4 */
function readLastQuoted(header: string, end: number): Text | undefined {
  if (backslashesBefore(header, end - 1) % 2 === 1) return undefined;
  for (let start = end - 2; start >= 0; start--) {
    if (header[start] !== '"' || backslashesBefore(header, start) % 2 === 1) continue;
    return { text: header.slice(start + 1, end - 1).replace(/\\(.)/g, '$1'), start };
  }
  return undefined;
}

function backslashesBefore(header: string, position: number): number {
  let count = 0;
  while (header[position - 1 - count] === '\\') count++;
  return count;
}

function skipBlanks(header: string, end: number): number {
  let position = end;
  while (header[position - 1] === ' ' || header[position - 1] === '\t') position--;
  return position;
}

/**
 * Reads an IPv4 address or an IPv6 address in brackets. A port behind it, which may be an invented name, is ignored.
 */
function parseNode(node: string): Address | undefined {
  const [, v4, v6] = /^(?:([\d.]+)|\[([\da-f:.]+)\])(?::(?:\d{1,5}|_[\w.-]+))?$/i.exec(node) ?? [];
  return parseAddress(v4 ?? v6 ?? '');
}

/**
 * Header values arrive as bytes, one character each: Node, and every `Headers` that follows the standard, read UTF-8 as
 * Latin-1. https://fetch.spec.whatwg.org/#concept-header-value
 *
 * @returns the text, or undefined when the bytes are not UTF-8.
 */
export function decodeUtf8(value: string): string | undefined {
  if (isAscii(value)) return value;
  // A runtime that has decoded the bytes already gives characters that no byte is.
  if (/[\u0100-\uffff]/.test(value)) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(value, (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** The bytes of a text in UTF-8, one character each. */
export function encodeUtf8(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

/** @returns the text, or undefined when an escape is broken. */
export function decodePercent(value: string): string | undefined {
  try {
    return isAscii(value) ? decodeURIComponent(value) : undefined;
  } catch {
    return undefined;
  }
}

function isAscii(text: string): boolean {
  return /^[\t -~]*$/.test(text);
}

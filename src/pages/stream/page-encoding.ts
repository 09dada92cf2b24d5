/** Whether the headers of a page say that it is not in UTF-8. Such pages are not written. */
export function isInOtherEncoding(headers: Headers): boolean {
  const charset = charsetIn(headers.get('content-type') ?? '');
  return charset !== undefined && !isUtf8(charset);
}

/** @param contentType a header, or the `content` of a `<meta>`. */
export function charsetIn(contentType: string): string | undefined {
  return /charset\s*=\s*(?:["']\s*)?([^\s;"']+)/i.exec(contentType)?.[1];
}

/** https://encoding.spec.whatwg.org/#names-and-labels */
export function isUtf8(label: string): boolean {
  return /^(unicode-1-1-utf-8|unicode11utf8|unicode20utf8|utf-?8|x-unicode20utf8)$/i.test(label);
}

export function isAscii(text: string): boolean {
  // eslint-disable-next-line no-control-regex
  return !/[^\0-\x7f]/.test(text);
}

import { ProxyError } from './proxy-error.ts';

/** A shorter key may be part of an ordinary word. */
const minLength = 12;

/**
 * Refuses a response of the service that contains the proxy's key: a service that echoes its request would give the key
 * to every page. Looks at every name and value of the parsed record, also behind percent-encoding, so that no spelling
 * hides it.
 *
 * @param content the parsed body, and values of headers.
 * @throws a 502.
 */
export function refuseKey(keys: readonly (string | undefined)[], content: unknown): void {
  const secrets = keys.filter((key): key is string => key !== undefined && key.length >= minLength);
  for (const text of textsIn(content)) {
    const spellings = [text, decodePercent(text), decodePercent(decodePercent(text))];
    if (secrets.some((key) => spellings.some((spelling) => spelling.includes(key))))
      throw new ProxyError(502, "The visitor-data service answered with the proxy's key in it.");
  }
}

/** Without recursion: a body may be nested more deeply than the stack allows. */
function* textsIn(content: unknown): Generator<string, void> {
  const values = [content];
  while (values.length > 0) {
    const value = values.pop();
    if (typeof value === 'string') yield value;
    else if (typeof value === 'number') yield String(value);
    else if (typeof value === 'object' && value !== null)
      for (const entry of Object.entries(value)) values.push(...entry);
  }
}

function decodePercent(text: string): string {
  return text.replace(/%[2-7][\da-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}

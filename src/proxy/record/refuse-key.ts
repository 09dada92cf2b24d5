// @guard answers
import { ProxyError } from '../request/proxy-error.ts';

/** A shorter key may be part of an ordinary word. */
const minLength = 12;

/** A response of the service, as far as it may reach pages. */
export interface Received {
  readonly body: string;
  /** The parsed body. */
  readonly record: unknown;
  readonly link: string | null;
}

/**
 * Refuses a response of the service that contains the proxy's key: a service that echoes its request would give the key
 * to every page. Looks at every name and value of the parsed record, also behind percent-encoding, so that no spelling
 * hides it.
 *
 * @throws a 502.
 */
export function refuseKey(keys: readonly (string | undefined)[], { body, record, link }: Received): void {
  const secrets = keys.filter((key): key is string => key !== undefined && key.length >= minLength);
  for (const text of textsIn(hasOtherSpellings.test(body) ? [record, link] : [body, link])) {
    if (spellingsOf(text).some((spelling) => secrets.some((key) => spelling.includes(key))))
      throw new ProxyError(502, "The visitor-data service answered with the proxy's key in it.", {
        fix: 'Report this to the operator of the service.',
      });
  }
}

/**
 * Escapes, percent-encoding and numbers with an exponent. Without them the body has every text and number as they are,
 * and searching it as a whole is many times faster than searching its parts.
 */
const hasOtherSpellings = /[%\\]|\de/i;

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

function spellingsOf(text: string): readonly string[] {
  if (!text.includes('%')) return [text];
  const decoded = decodePercent(text);
  return [text, decoded, decodePercent(decoded)];
}

function decodePercent(text: string): string {
  return text.replace(/%[2-7][\da-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}

import { ProxyError } from './proxy-error.ts';

/** A shorter key may stand in a word. */
const minLength = 12;

/**
 * Ends an answer of the service that has the proxy's key in it: a service that repeats what it was asked would hand the key to every page.
 * Looks at what the answer says, and not at how that is spelled: at every name and value of the parsed record, and also behind percent-encoding.
 *
 * @param said the parsed body, or the value of a header.
 * @throws a 502.
 */
export function refuseKey(keys: readonly (string | undefined)[], said: unknown): void {
  const secrets = keys.filter((key): key is string => key !== undefined && key.length >= minLength);
  for (const text of textsIn(said)) {
    const spellings = [text, decodePercent(text), decodePercent(decodePercent(text))];
    if (secrets.some((key) => spellings.some((spelling) => spelling.includes(key))))
      throw new ProxyError(502, "The visitor-data service answered with the proxy's key in it.");
  }
}

/** With a list of its own in place of recursion: an answer may be nested more deeply than the stack allows. */
function* textsIn(said: unknown): Generator<string, void> {
  const values = [said];
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

import type { NodeResponse } from './node-http.ts';

/** What `writeHead(status, message?, headers?)` is called with. */
export type HeadArguments = readonly [status: number, ...rest: unknown[]];

type Pairs = ReadonlyArray<readonly [name: string, value: unknown]>;

/**
 * The headers that a response is about to have.
 *
 * @returns undefined where Node refuses them.
 */
export function headersWith(outgoing: NodeResponse, given: HeadArguments): Headers | undefined {
  const headers = new Headers();
  try {
    for (const [name, value] of Object.entries(outgoing.getHeaders())) append(headers, name, value);
    const pairs = pairsOf(given);
    for (const [name] of pairs) headers.delete(name);
    for (const [name, value] of pairs) append(headers, name, value);
    return headers;
  } catch {
    return undefined;
  }
}

/**
 * Changes the headers of a response that is about to have them.
 *
 * @returns what `writeHead` is called with in place of what was given. All that stays as it was reaches Node as it was.
 */
export function changeHead(
  outgoing: NodeResponse,
  given: HeadArguments,
  { before, after }: { readonly before: Headers; readonly after: Headers },
): HeadArguments {
  const isChanged = (name: string) => name !== 'set-cookie' && before.get(name) !== after.get(name);
  const [status, message] = given;
  for (const name of Object.keys(outgoing.getHeaders())) if (isChanged(name)) outgoing.removeHeader(name);
  const kept = pairsOf(given).filter(([name]) => !isChanged(name.toLowerCase()));
  const own = [...after].filter(([name]) => isChanged(name));
  const row = [...kept, ...own].flatMap(([name, value]) => [name, value]);
  return typeof message === 'string' ? [status, message, row] : [status, row];
}

/** Headers stand in an object, in a list of pairs, or in a row of names and values. */
function pairsOf([, message, headers]: HeadArguments): Pairs {
  const given: unknown = typeof message === 'string' ? headers : (headers ?? message);
  if (!Array.isArray(given)) return Object.entries(given ?? {});
  const row: readonly unknown[] = Array.isArray(given[0]) ? given.flat() : given;
  if (row.length % 2 !== 0) throw new TypeError('A header has no value.');
  return Array.from({ length: row.length / 2 }, (_, index) => [String(row[2 * index]), row[2 * index + 1]]);
}

function append(headers: Headers, name: string, value: unknown): void {
  if (value === undefined) throw new TypeError(`The header ${name} has no value.`);
  for (const item of Array.isArray(value) ? value : [value]) headers.append(name, String(item));
}

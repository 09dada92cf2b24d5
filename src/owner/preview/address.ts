import { attempt } from '../../rules/attempt.ts';

const parameter = /([?&])geo-as=[^&]*(&?)/;

/** @returns the words that the address asks for: empty to leave the preview, undefined where it asks for nothing. */
export function wordsInAddress(): string | undefined {
  return new URLSearchParams(location.search).get('geo-as') ?? undefined;
}

/**
 * The page's own address with other words. The rest of its query stays letter by letter.
 *
 * @param words undefined removes the parameter.
 */
export function addressWith(words: string | undefined): string {
  const { href, search, hash } = location;
  // Absolute, because a path that begins with `//` would name another host.
  const path = href.replace(/[?#].*/s, '');
  if (words === undefined)
    return path + search.replace(parameter, (_all, before: string, after: string) => after && before) + hash;
  const value = `geo-as=${encodeWords(words)}`;
  const query = parameter.test(search)
    ? search.replace(parameter, (_all, before: string, after: string) => before + value + after)
    : `${search ? `${search}&` : '?'}${value}`;
  return path + query + hash;
}

/** Colons and semicolons may stand in a query as they are. So the words can be read there. */
function encodeWords(words: string): string {
  return encodeURIComponent(words.replace(/([:;]) +/g, '$1'))
    .replaceAll('%3A', ':')
    .replaceAll('%3B', ';');
}

/** Writes the words into the address where it has some. An address without them stays as it is. */
export function followInAddress(words: string | undefined): void {
  if (parameter.test(location.search)) attempt(() => history.replaceState(history.state, '', addressWith(words)));
}

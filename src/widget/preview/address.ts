import { attempt } from '../../rules/attempt.ts';

const parameter = /([?&])geo-as=[^&]*(&?)/;

/** @returns what the address asks for: empty to leave, undefined where it asks nothing. */
export function wordsInAddress(): string | undefined {
  return new URLSearchParams(location.search).get('geo-as') ?? undefined;
}

/**
 * The page's own address with other words. The rest of its query stays letter by letter.
 *
 * @param words undefined takes them out.
 */
export function addressWith(words: string | undefined): string {
  const { href, search, hash } = location;
  // Both stand for themselves in a query, and so the words can be read there.
  const value =
    words === undefined
      ? ''
      : `geo-as=${encodeURIComponent(words.replace(/([:;]) +/g, '$1'))
          .replaceAll('%3A', ':')
          .replaceAll('%3B', ';')}`;
  const query = parameter.test(search)
    ? search.replace(parameter, (_all, before: string, after: string) =>
        value ? before + value + after : after && before,
      )
    : value && `${search ? `${search}&` : '?'}${value}`;
  // Whole: a path that begins with `//` would name another host.
  return href.replace(/[?#].*/s, '') + (query || (value ? '' : search.replace(parameter, ''))) + hash;
}

/** The address follows where it says whom the page is tried as; elsewhere it stays clean. */
export function followInAddress(words: string | undefined): void {
  if (parameter.test(location.search)) attempt(() => history.replaceState(history.state, '', addressWith(words)));
}

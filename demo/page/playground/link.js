// @ts-check

/**
 * What a link to the playground carries. It stands in the fragment, which no browser sends to a server.
 *
 * @typedef {object} Shared
 * @property {string} markup
 * @property {string} visitor an entry of the list of visitors.
 */

/** Longer markup does not fit into an address everywhere. */
const mostCharacters = 60_000;

/** @param {Shared} shared @returns {string} the fragment, with its `#`. */
export function playgroundLink({ markup, visitor }) {
  const bytes = new TextEncoder().encode(markup);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const code = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `#as=${encodeURIComponent(visitor)}&html=${code}`;
}

/** @param {string} fragment @returns {Shared | undefined} undefined for a fragment that is not one of ours. */
export function readPlaygroundLink(fragment) {
  const parameters = new URLSearchParams(fragment.slice(1));
  const code = parameters.get('html');
  if (!code || code.length > mostCharacters) return undefined;
  try {
    const binary = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const markup = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { markup, visitor: parameters.get('as') ?? '' };
  } catch {
    return undefined;
  }
}

import { allowsAnyInline, nonceIn, parsePolicies, sourcesFor } from './content-security-policy.ts';

/**
 * The attribute that inline text needs under all of a page's policies.
 *
 * @param headers each with one or more policies, separated by commas.
 * @returns the tag's `nonce` attribute; empty if it needs none; undefined if the browser would refuse and report the
 *   text.
 */
export function inlineNonce(headers: readonly string[], kind: 'script' | 'style'): string | undefined {
  let nonce: string | undefined;
  for (const policy of parsePolicies(headers)) {
    const list = sourcesFor(policy, kind);
    if (!list) continue;
    const given = nonceIn(list.sources);
    if (given !== undefined && (nonce === undefined || nonce === given)) nonce = given;
    else if (!allowsAnyInline(list.sources)) return undefined;
  }
  return nonce === undefined ? '' : ` nonce="${nonce}"`;
}

import { allowsAnyInline, nonceIn, parsePolicies, sourcesFor } from './content-security-policy.ts';

/**
 * What a tag with inline text takes to be let through under all of a page's policies.
 *
 * @param headers as they come, where a comma separates one policy from the next.
 * @returns the tag's `nonce` attribute, empty where it takes none; undefined where the text would be refused, and reported.
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

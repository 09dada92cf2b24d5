import {
  allowsAnyInline,
  type ContentKind,
  nonceIn,
  parsePolicies,
  type Policy,
  sourcesFor,
} from './content-security-policy.ts';
import { pageLimits } from '../stream/page-limits.ts';

/**
 * The attribute that inline text needs under all of a page's policies.
 *
 * @param headers each with one or more policies, separated by commas.
 * @returns the tag's `nonce` attribute; empty if it needs none; undefined if the browser would refuse and report the
 *   text.
 */
export function inlineNonce(headers: readonly string[], kind: 'script' | 'style'): string | undefined {
  return nonceUnder(parsePolicies(headers), kind);
}

function nonceUnder(policies: readonly Policy[], kind: ContentKind): string | undefined {
  let nonce: string | undefined;
  for (const policy of policies) {
    const list = sourcesFor(policy, kind);
    if (!list) continue;
    const given = nonceIn(list.sources);
    if (given !== undefined && (nonce === undefined || nonce === given)) nonce = given;
    else if (!allowsAnyInline(list.sources)) return undefined;
  }
  return nonce === undefined ? '' : ` nonce="${nonce}"`;
}

/** The policies of a page on its way. Each is read once; more than `pageLimits.policies` allow no inline text. */
export class PagePolicies {
  readonly #policies: Policy[] = [];
  #areTooMany = false;
  #style: { readonly nonce: string | undefined } | undefined;

  /** @param header of the page. */
  constructor(header: string | null) {
    if (header !== null) this.add(header);
  }

  get areTooMany(): boolean {
    return this.#areTooMany;
  }

  /** @param text one or more policies, separated by commas. */
  add(text: string): void {
    this.#style = undefined;
    if (!this.#areTooMany) this.#policies.push(...parsePolicies([text], pageLimits.policies + 1));
    this.#areTooMany = this.#policies.length > pageLimits.policies;
  }

  /** The attribute that a style sheet needs, as `inlineNonce` gives it. */
  get styleNonce(): string | undefined {
    this.#style ??= { nonce: this.#areTooMany ? undefined : nonceUnder(this.#policies, 'style') };
    return this.#style.nonce;
  }
}

import { visitorLimits } from './visitor-limits.ts';

/** The source lists of one Content Security Policy, by directive. https://www.w3.org/TR/CSP3/ */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** Policies are separated by commas, and all of them apply. If a policy has a directive twice, the first one counts. */
export function parsePolicies(headers: readonly string[], most?: number): Policy[] {
  return headers
    .flatMap((header) => header.split(',', most))
    .map(parsePolicy)
    .filter((policy) => policy.size > 0);
}

function parsePolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const directive of text.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    if (name !== '' && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources);
  }
  return policy;
}

/** The directives for a kind of content. The first one that a policy has decides. */
const deciding = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  style: ['style-src-elem', 'style-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
  image: ['img-src', 'default-src'],
} as const;

export type ContentKind = keyof typeof deciding;

export interface SourceList {
  readonly directive: string;
  readonly sources: readonly string[];
}

/** @returns the list that decides, or undefined if everything is allowed. */
export function sourcesFor(policy: Policy, kind: ContentKind): SourceList | undefined {
  for (const directive of deciding[kind]) {
    const sources = policy.get(directive);
    if (sources) return { directive, sources };
  }
  return undefined;
}

/** The first nonce of a list. */
export function nonceIn(sources: readonly string[]): string | undefined {
  return sources.map((source) => /^'nonce-([\w+/=-]+)'$/i.exec(source)?.[1]).find(Boolean);
}

/** Whether only scripts with a nonce or hash run, whatever URLs the list has. */
export function isStrict(sources: readonly string[]): boolean {
  return sources.some((source) => source.toLowerCase() === "'strict-dynamic'");
}

/** Whether a list allows inline text without nonce or hash. Beside a nonce or hash, `'unsafe-inline'` has no effect. */
export function allowsAnyInline(sources: readonly string[]): boolean {
  return (
    sources.some((source) => source.toLowerCase() === "'unsafe-inline'") &&
    !isStrict(sources) &&
    !sources.some((source) => /^'(nonce|sha\d+)-/i.test(source))
  );
}

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

/** The policies of a page on its way. Each is read once; more than `visitorLimits.policies` allow no inline text. */
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
    if (!this.#areTooMany) this.#policies.push(...parsePolicies([text], visitorLimits.policies + 1));
    this.#areTooMany = this.#policies.length > visitorLimits.policies;
  }

  /** The attribute that a style sheet needs, as `inlineNonce` gives it. */
  get styleNonce(): string | undefined {
    this.#style ??= { nonce: this.#areTooMany ? undefined : nonceUnder(this.#policies, 'style') };
    return this.#style.nonce;
  }
}

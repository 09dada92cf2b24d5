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

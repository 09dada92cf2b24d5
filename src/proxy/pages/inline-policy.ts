/** What decides of a kind of inline text, the first that a policy has. https://www.w3.org/TR/CSP3/ */
const deciding = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  style: ['style-src-elem', 'style-src', 'default-src'],
} as const;

/**
 * What a tag with inline text takes to be let through under all of a page's policies.
 *
 * @param policies as headers have them, where a comma separates one from the next.
 * @returns the tag's `nonce` attribute, empty where it takes none; undefined where the text would be refused, and reported.
 */
export function inlineNonce(policies: readonly string[], kind: keyof typeof deciding): string | undefined {
  let nonce: string | undefined;
  for (const policy of policies.flatMap((header) => header.split(','))) {
    const directives = new Map(policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name.toLowerCase(), sources] as const;
    }));
    const sources = deciding[kind].map((directive) => directives.get(directive)).find(Boolean);
    if (!sources) continue;
    const given = sources.map((source) => /^'nonce-([\w+/=-]+)'$/i.exec(source)?.[1]).find(Boolean);
    const anything = sources.some((source) => source.toLowerCase() === "'unsafe-inline'") && !sources.some((source) => /^'((nonce|sha\d+)-|strict-dynamic')/i.test(source));
    if (given !== undefined && (nonce === undefined || nonce === given)) nonce = given;
    else if (!anything) return undefined;
  }
  return nonce === undefined ? '' : ` nonce="${nonce}"`;
}

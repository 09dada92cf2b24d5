/**
 * The tag that begins a style sheet in a page under these policies, or undefined where one would be refused, and reported.
 * https://www.w3.org/TR/CSP3/#directive-style-src
 */
export function styleTag(policies: readonly string[]): string | undefined {
  let nonce: string | undefined;
  for (const policy of policies.flatMap((header) => header.split(','))) {
    const directives = new Map(policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name.toLowerCase(), sources] as const;
    }));
    const sources = directives.get('style-src-elem') ?? directives.get('style-src') ?? directives.get('default-src');
    if (!sources) continue;
    const given = sources.map((source) => /^'nonce-([\w+/=-]+)'$/.exec(source)?.[1]).find(Boolean);
    const anything = sources.some((source) => source.toLowerCase() === "'unsafe-inline'") && !sources.some((source) => /^'(nonce|sha\d+)-/i.test(source));
    if (given !== undefined && (nonce === undefined || nonce === given)) nonce = given;
    else if (!anything) return undefined;
  }
  return nonce === undefined ? '<style>' : `<style nonce="${nonce}">`;
}

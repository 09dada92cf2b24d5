/** The source lists of one Content Security Policy, by directive. https://www.w3.org/TR/CSP3/ */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** Policies are separated by commas, and all of them hold. */
export function parsePolicies(headers: readonly string[]): Policy[] {
  return headers.flatMap((header) => header.split(',')).filter((policy) => policy.trim()).map((policy) => new Map(policy.split(';').filter((directive) => directive.trim()).map((directive) => {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    return [name.toLowerCase(), sources] as const;
  })));
}

/** What else decides where a directive is missing. */
const fallbacks: Readonly<Record<string, readonly string[]>> = {
  'script-src-elem': ['script-src-elem', 'script-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
};

/** The sources that decide, or undefined where everything is allowed. */
export function sourcesFor(policy: Policy, directive: 'script-src-elem' | 'connect-src'): readonly string[] | undefined {
  return fallbacks[directive]?.map((name) => policy.get(name)).find((sources) => sources !== undefined);
}

/** Whether a list lets an address through. */
export function allowsUrl(sources: readonly string[], url: URL, page: URL): boolean {
  return sources.some((source) => {
    const lower = source.toLowerCase();
    if (lower === "'self'") return url.origin === page.origin || (url.host === page.host && url.protocol === 'https:');
    if (lower === '*') return /^(https?|wss?):$/.test(url.protocol);
    if (/^[a-z][a-z\d+.-]*:$/.test(lower)) return url.protocol === lower || (lower === 'http:' && url.protocol === 'https:');
    const [, scheme, host = '', port, path] = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/:']+)(?::(\d+|\*))?(\/[^?#]*)?$/.exec(lower) ?? [];
    if (!host) return false;
    const sameHost = host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : host === url.hostname;
    const sameScheme = scheme ? url.protocol === `${scheme}:` || (scheme === 'http' && url.protocol === 'https:') : url.protocol === page.protocol || url.protocol === 'https:';
    const samePort = port === '*' || (port ? url.port === port : url.port === '' || host.startsWith('*'));
    const samePath = !path || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path);
    return sameHost && sameScheme && samePort && samePath;
  });
}

/** Whether a list lets a tag's script run. */
export function allowsScript(sources: readonly string[], { src, nonce, integrity }: { readonly src: URL | undefined; readonly nonce: string; readonly integrity: string }, page: URL): boolean {
  if (nonce && sources.includes(`'nonce-${nonce}'`)) return true;
  if (integrity && integrity.split(/\s+/).every((hash) => sources.includes(`'${hash}'`))) return true;
  const strict = sources.some((source) => source.toLowerCase() === "'strict-dynamic'");
  if (src) return !strict && allowsUrl(sources, src, page);
  return sources.some((source) => source.toLowerCase() === "'unsafe-inline'") && !sources.some((source) => /^'(nonce|sha\d+)-/i.test(source));
}

/** Whether a script that runs may fetch further files of its folder: they have its nonce too. https://html.spec.whatwg.org/multipage/webappapis.html#hostloadimportedmodule */
export function allowsImports(sources: readonly string[], url: URL, nonce: string, page: URL): boolean {
  return (nonce !== '' && sources.includes(`'nonce-${nonce}'`)) || sources.some((source) => source.toLowerCase() === "'strict-dynamic'") || allowsUrl(sources, url, page);
}

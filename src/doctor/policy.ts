import {
  allowsAnyInline,
  type ContentKind,
  isStrict,
  nonceIn,
  type SourceList,
} from '../pages/render/content-security-policy.ts';
import { hashSources } from './hash-source.ts';
import type { Tag } from './markup.ts';

export const showList = ({ directive, sources }: SourceList): string => [directive, ...sources].join(' ');

/**
 * Says how to allow one more source. `'none'` must be the only source of a list. `default-src` is not extended, because
 * it holds for everything.
 */
export function howToAdd(
  source: string,
  { directive, sources }: SourceList,
  kind: Exclude<ContentKind, 'style'>,
): string {
  const own = { script: 'script-src', connect: 'connect-src', image: 'img-src' }[kind];
  const isNone = sources.every((one) => one.toLowerCase() === "'none'");
  if (!isNone) return `Add ${source} to ${directive}.`;
  return directive === 'default-src'
    ? `Write ${own} ${source} beside it.`
    : `Write ${directive} ${source} in its place.`;
}

export const wantsNonce = (sources: readonly string[]): boolean => isStrict(sources) || nonceIn(sources) !== undefined;

/** Whether a list allows a URL. */
export function allowsUrl(sources: readonly string[], url: URL, page: URL): boolean {
  return sources.some((source) => {
    const lower = source.toLowerCase();
    if (lower === "'self'") return url.origin === page.origin || (url.host === page.host && url.protocol === 'https:');
    if (lower === '*') return /^(https?|wss?):$/.test(url.protocol);
    if (/^[a-z][a-z\d+.-]*:$/.test(lower))
      return url.protocol === lower || (lower === 'http:' && url.protocol === 'https:');
    const [, scheme, host = '', port, path] =
      /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/:']+)(?::(\d+|\*))?(\/[^?#]*)?$/.exec(lower) ?? [];
    if (!host) return false;
    const sameHost = host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : host === url.hostname;
    const sameScheme = scheme
      ? url.protocol === `${scheme}:` || (scheme === 'http' && url.protocol === 'https:')
      : url.protocol === page.protocol || url.protocol === 'https:';
    const samePort = port === '*' || (port ? url.port === port : url.port === '' || host.startsWith('*'));
    const samePath = !path || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path);
    return sameHost && sameScheme && samePort && samePath;
  });
}

/** Whether a list allows the script of a tag. */
export function allowsScript(
  sources: readonly string[],
  { attributes, content }: Tag,
  src: URL | undefined,
  page: URL,
): boolean {
  const nonce = attributes.get('nonce');
  if (nonce && sources.includes(`'nonce-${nonce}'`)) return true;
  const integrity = attributes.get('integrity');
  if (integrity && integrity.split(/\s+/).every((hash) => sources.includes(`'${hash}'`))) return true;
  if (src) return !isStrict(sources) && allowsUrl(sources, src, page);
  if (hashSources(content).some((hash) => sources.includes(hash))) return true;
  return allowsAnyInline(sources);
}

/**
 * Whether a running script may import files of its folder. They have its nonce.
 * https://html.spec.whatwg.org/multipage/webappapis.html#hostloadimportedmodule
 */
export function allowsImports(sources: readonly string[], { attributes }: Tag, url: URL, page: URL): boolean {
  return (
    sources.includes(`'nonce-${attributes.get('nonce') || ' '}'`) || isStrict(sources) || allowsUrl(sources, url, page)
  );
}

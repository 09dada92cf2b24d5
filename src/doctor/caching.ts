import type { Reply } from './reply.ts';

/** Whether a response came from a cache. @returns the header that says so; each cache has its own. */
export function servedFromCache({ headers }: Reply): string | undefined {
  const age = Number(headers['age'] ?? '0');
  if (age > 0) return `Age: ${headers['age']}`;
  for (const name of [
    'cf-cache-status',
    'x-cache',
    'x-cache-status',
    'x-vercel-cache',
    'x-nf-cache',
    'x-proxy-cache',
    'x-varnish-cache',
    'x-drupal-cache',
    'x-litespeed-cache',
    'cdn-cache',
    'cache-status',
    'x-fastcgi-cache',
  ]) {
    const value = headers[name];
    if (value !== undefined && /\b(hit|stale|updating|revalidated)\b/i.test(value) && !/\bmiss\b/i.test(value))
      return `${name}: ${value}`;
  }
  return undefined;
}

/**
 * Whether shared caches may keep a response.
 *
 * @returns the header that allows it, by the order in which caches read them.
 */
export function allowsSharing({ headers }: Reply): string | undefined {
  for (const name of [...Object.keys(headers).filter(isVendorsControl), 'cdn-cache-control', 'surrogate-control']) {
    const value = headers[name];
    if (value !== undefined && !/no-store|no-cache|private|max-age=0|^0$/i.test(value)) return `${name}: ${value}`;
  }
  const control = headers['cache-control'];
  if (control === undefined) return 'no Cache-Control';
  return /private|no-store/i.test(control) ? undefined : `Cache-Control: ${control}`;
}

/** A cache's own word, which wins over those that all caches read: `X-LiteSpeed-Cache-Control`, `X-Accel-Expires`. */
function isVendorsControl(name: string): boolean {
  return /.-cache-control$|^edge-control$|^x-accel-expires$/.test(name) && name !== 'cdn-cache-control';
}

/** Whether the response may be cached for everybody. Then everybody would get its cookie. */
export function isPublic({ headers }: Reply): boolean {
  const control = headers['cache-control'] ?? '';
  return /public|s-maxage=[1-9]|max-age=[1-9]/i.test(control) && !/private|no-store/i.test(control);
}

export function maxAge({ headers }: Reply): number {
  return Number(/(?:^|[\s,])max-age=(\d+)/i.exec(headers['cache-control'] ?? '')?.[1] ?? 0);
}

import { createHash } from 'node:crypto';

/**
 * The sources with which a Content Security Policy allows an inline script.
 * https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
export function hashSources(text: string): string[] {
  return ['sha256', 'sha384', 'sha512'].map((name) => `'${name}-${createHash(name).update(text).digest('base64')}'`);
}

export function hashSource(text: string): string {
  return hashSources(text)[0] ?? '';
}

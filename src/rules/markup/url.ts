// @guard sinks
import { attempt } from '../attempt.ts';
import type { Sink } from './sink.ts';

/**
 * @param text the URL with its values filled in.
 * @param probe the same template with every value replaced by `0`: what scheme and host are without the record's help.
 * @param base the document's base URL.
 * @returns the serialised URL to write, or undefined when it must not be: a value reached scheme or host, the scheme is
 *   not for this kind, or the text does not parse as it reads.
 */
export function checkUrl(text: string, probe: string, sink: Sink, base: string): string | undefined {
  if (sink === 'srcset') return checkSrcset(text, probe, base);
  // Browsers strip or turn these round, so a URL with them is not what it seems to be; an empty one is the page itself.
  if (!text || text.length > 2048 || text.includes('\\') || text !== withoutControls(text.trim())) return undefined;
  const url = parseUrl(text, base);
  const expected = parseUrl(probe, base);
  if (!url || !expected || url.username || url.password) return undefined;
  const media = base.startsWith('http:') ? ['https:', 'http:'] : ['https:'];
  const allowed = sink === 'link' ? ['https:', 'http:', 'mailto:', 'tel:'] : media;
  const sameTarget = url.protocol === expected.protocol && url.host === expected.host;
  return sameTarget && allowed.includes(url.protocol) ? url.href : undefined;
}

/**
 * A text without control characters (`\p{Cc}`) and characters that turn the line around. The pattern lists what stays:
 * to compile `\p{Cc}` takes an engine as long as to write fifty nodes.
 */
export function withoutControls(text: string): string {
  return text.replace(/[^ -~\xA0-\u2029\u202F-\u2065\u206A-\uFFFF]/g, '');
}

/**
 * A value on its way into a URL. Dots alone would climb out of their path segment, which encoding does not prevent, and
 * half a surrogate pair cannot be encoded.
 */
export function encodeUrlValue(value: string): string | undefined {
  return /^\.*$/.test(value) ? undefined : attempt(() => encodeURIComponent(value));
}

/** https://html.spec.whatwg.org/#srcset-attribute: URLs with descriptors, separated by commas with a blank after. */
function checkSrcset(text: string, probe: string, base: string): string | undefined {
  const probes = probe.split(/,\s/);
  const candidates = text.split(/,\s/).map((candidate, index) => {
    const [, url = '', descriptor = ''] = /^\s*(\S+)(\s+[\d.]+[wx])?\s*$/.exec(candidate) ?? [];
    const checked = checkUrl(url, /\S+/.exec(probes[index] ?? '')?.[0] ?? '', 'media', base);
    return checked && checked + descriptor;
  });
  return candidates.every(Boolean) ? candidates.join(', ') : undefined;
}

export function parseUrl(text: string, base?: string): URL | undefined {
  return attempt(() => new URL(text, base));
}

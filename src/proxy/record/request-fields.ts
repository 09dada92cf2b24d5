import { ProxyError } from '../request/proxy-error.ts';
import type { AskService } from './visitor-data.ts';
import { withoutUndefined } from '../../record/country-fields.ts';
import type { VisitorRecord } from '../../record/record.ts';
import type { Lookup } from './lookup.ts';

/**
 * The fields that follow directly from a visitor's headers, as our service reads them. The service knows more, because
 * it parses user agents; here `Mobi` is all that is read in browsers that send no client hints.
 * https://wicg.github.io/ua-client-hints/,
 * https://developer.mozilla.org/docs/Web/HTTP/Guides/Browser_detection_using_the_user_agent
 */
export function requestFields(headers: Lookup['headers']): VisitorRecord {
  const agent = headers['user-agent'] ?? '';
  const hint = readBoolean(headers['sec-ch-ua-mobile']);
  const isTablet = /\b(?:iPad|Tablet)\b/.test(agent);
  const isPhone = !isTablet && (hint === true || /\bMobi/.test(agent));
  return withoutUndefined({
    isMobile: isPhone || (hint ?? (agent === '' ? undefined : false)),
    deviceType: deviceType({ isTablet, isPhone, hint }),
    dataSaver: readDataSaver(headers),
    reducedMotion: choose(headers['sec-ch-prefers-reduced-motion'], { reduce: true, 'no-preference': false }),
    colorPreference: choose(headers['sec-ch-prefers-color-scheme'], { dark: 'dark', light: 'light' }),
    OS: choose(headers['sec-ch-ua-platform'], platforms),
  });
}

function deviceType(known: { isTablet: boolean; isPhone: boolean; hint: boolean | undefined }): string | undefined {
  if (known.isTablet) return 'tablet';
  if (known.isPhone) return 'mobile';
  return known.hint === false ? 'desktop' : undefined;
}

export const platforms: Readonly<Record<string, string>> = {
  Android: 'Android',
  'Chrome OS': 'Chrome OS',
  'Chromium OS': 'Chrome OS',
  iOS: 'iOS',
  Linux: 'Linux',
  macOS: 'macOS',
  Windows: 'Windows',
};

/**
 * A structured string is in quotes; some senders leave them out. https://www.rfc-editor.org/rfc/rfc8941#section-3.3.3
 */
function choose<Value>(header: string | undefined, values: Readonly<Record<string, Value>>): Value | undefined {
  const text = header?.replace(/^"(.*)"$/, '$1') ?? '';
  return Object.hasOwn(values, text) ? values[text] : undefined;
}

function readBoolean(header: string | undefined): boolean | undefined {
  if (header === '?1') return true;
  return header === '?0' ? false : undefined;
}

/** Only Chromium sends it, and only when it is on. So in Chromium a missing header means off. */
function readDataSaver(headers: Lookup['headers']): boolean | undefined {
  const value = headers['save-data'];
  if (value !== undefined) return value.toLowerCase() === 'on';
  return headers['sec-ch-ua'] === undefined ? undefined : false;
}

/** The record without a service: the host says where the visitor is, the rest comes from their headers. */
export const recordFromHost: AskService = ({ place, headers }) => {
  if (place === undefined)
    return Promise.reject(
      new ProxyError(500, 'The option upstream is host, and this host does not say where visitors are.'),
    );
  return Promise.resolve({ record: { ...place, ...requestFields(headers) }, license: undefined, dataDate: undefined });
};

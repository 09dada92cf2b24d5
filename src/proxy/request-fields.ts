import { withoutUndefined } from '../record/country-fields.ts';
import type { VisitorRecord } from '../record/record.ts';
import type { Visit } from './visit.ts';

/**
 * The fields that a visitor's headers say outright, read as our service reads them. It has a parser of user agents besides, so
 * it tells more: without it, browsers that send no client hints are told apart by `Mobi` alone.
 * https://wicg.github.io/ua-client-hints/, https://developer.mozilla.org/docs/Web/HTTP/Guides/Browser_detection_using_the_user_agent
 */
export function requestFields(headers: Visit['headers']): VisitorRecord {
  const agent = headers['user-agent'] ?? '';
  const hint = readBoolean(headers['sec-ch-ua-mobile']);
  const isTablet = /\b(?:iPad|Tablet)\b/.test(agent);
  const isPhone = !isTablet && (hint === true || /\bMobi/.test(agent));
  return withoutUndefined({
    isMobile: isPhone ? true : (hint ?? (agent === '' ? undefined : false)),
    deviceType: isTablet ? 'tablet' : isPhone ? 'mobile' : hint === false ? 'desktop' : undefined,
    dataSaver: readDataSaver(headers),
    reducedMotion: choose(headers['sec-ch-prefers-reduced-motion'], { reduce: true, 'no-preference': false }),
    colorPreference: choose(headers['sec-ch-prefers-color-scheme'], { dark: 'dark', light: 'light' }),
    OS: choose(headers['sec-ch-ua-platform'], platforms),
  });
}

const platforms: Readonly<Record<string, string>> = {
  Android: 'Android',
  'Chrome OS': 'Chrome OS',
  'Chromium OS': 'Chrome OS',
  iOS: 'iOS',
  Linux: 'Linux',
  macOS: 'macOS',
  Windows: 'Windows',
};

/** A structured string is quoted; some senders leave the quotes out. https://www.rfc-editor.org/rfc/rfc8941#section-3.3.3 */
function choose<Value>(header: string | undefined, values: Readonly<Record<string, Value>>): Value | undefined {
  const text = header?.replace(/^"(.*)"$/, '$1') ?? '';
  return Object.hasOwn(values, text) ? values[text] : undefined;
}

function readBoolean(header: string | undefined): boolean | undefined {
  return header === '?1' ? true : header === '?0' ? false : undefined;
}

/** Only Chromium tells, and only when it is on: there, silence means off. */
function readDataSaver(headers: Visit['headers']): boolean | undefined {
  const value = headers['save-data'];
  if (value !== undefined) return value.toLowerCase() === 'on';
  return headers['sec-ch-ua'] === undefined ? undefined : false;
}

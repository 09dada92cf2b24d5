import type { FieldFrom } from '../../record/fields.ts';
import { visitorRefererHeader } from '../../record/operations.ts';
import type { Facts } from '../facts.ts';
import type { RequestHeaders } from '../request.ts';
import { readBoolean, readList, readString } from './client-hints.ts';
import { pageAddress } from './page-address.ts';
import { readUserAgent, type UserAgent } from './user-agent.ts';

/**
 * Reads the facts that come from the visitor's own request, from headers that the proxy passes on. In the order of the
 * record.
 */
export function deviceFacts(headers: RequestHeaders, isCellular: boolean | undefined): Facts<FieldFrom<'request'>> {
  const agent = readUserAgent(headers.get('user-agent'));
  const os = osFromHint(headers) ?? agent.os;
  const deviceType = deviceTypeOf(headers, agent, os);
  return {
    isMobile: isMobile(headers, agent, deviceType, isCellular),
    deviceType,
    dataSaver: dataSaver(headers),
    reducedMotion: reducedMotion(headers),
    colorPreference: colorPreference(headers),
    OS: os,
    currentPage: pageAddress(headers.get('referer')),
    referer: pageAddress(headers.get(visitorRefererHeader)),
    userAgent: agent.browser,
  };
}

/** https://wicg.github.io/ua-client-hints/#sec-ch-ua-platform */
const platforms: ReadonlySet<string> = new Set(['Android', 'Chrome OS', 'iOS', 'Linux', 'macOS', 'Windows']);

function osFromHint(headers: RequestHeaders): string | undefined {
  const platform = readString(headers.get('sec-ch-ua-platform'));
  if (platform === 'Chromium OS') return 'Chrome OS';
  return platform !== undefined && platforms.has(platform) ? platform : undefined;
}

/**
 * Rarer forms come first: a headset sends both "XR" and "Desktop".
 * https://wicg.github.io/ua-client-hints/#sec-ch-ua-form-factors
 */
const formFactors = [
  ['XR', 'xr'],
  ['Watch', 'wearable'],
  ['Automotive', 'embedded'],
  ['EInk', 'tablet'],
  ['Tablet', 'tablet'],
  ['Mobile', 'mobile'],
  ['Desktop', 'desktop'],
] as const;

const desktopSystems = new Set([
  'Windows',
  'macOS',
  'Linux',
  'Chrome OS',
  'Ubuntu',
  'Debian',
  'Fedora',
  'FreeBSD',
  'OpenBSD',
  'NetBSD',
]);

function deviceTypeOf(headers: RequestHeaders, agent: UserAgent, os: string | undefined): string | undefined {
  if (agent.isBot) return 'bot';
  const forms = readList(headers.get('sec-ch-ua-form-factors'));
  const form = formFactors.find(([name]) => forms.includes(name))?.[1];
  if (form !== undefined) return form;
  if (agent.deviceType !== undefined) return agent.deviceType;
  if (readBoolean(headers.get('sec-ch-ua-mobile')) === true) return 'mobile';
  return os !== undefined && desktopSystems.has(os) ? 'desktop' : undefined;
}

function isMobile(
  headers: RequestHeaders,
  agent: UserAgent,
  deviceType: string | undefined,
  isCellular: boolean | undefined,
): boolean | undefined {
  const hint = readBoolean(headers.get('sec-ch-ua-mobile'));
  if (hint === true || agent.deviceType === 'mobile' || deviceType === 'mobile' || isCellular === true) return true;
  return hint === undefined && deviceType === undefined && isCellular === undefined ? undefined : false;
}

/** Only Chromium sends the header, and only while data saving is on. */
function dataSaver(headers: RequestHeaders): boolean | undefined {
  const value = headers.get('save-data')?.trim().toLowerCase();
  if (value !== undefined) return value === 'on';
  return headers.has('sec-ch-ua') ? false : undefined;
}

function reducedMotion(headers: RequestHeaders): boolean | undefined {
  const value = readString(headers.get('sec-ch-prefers-reduced-motion'));
  return value === 'reduce' || value === 'no-preference' ? value === 'reduce' : undefined;
}

function colorPreference(headers: RequestHeaders): string | undefined {
  const value = readString(headers.get('sec-ch-prefers-color-scheme'));
  return value === 'dark' || value === 'light' ? value : undefined;
}

import type { VisitorRecord } from '../../record/record.ts';

/** The order counts, since a user agent can hold several of these names. */
const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chrome OS'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** What a lookup would say about this browser, so that a preview has a known device. */
export function browserFields(): VisitorRecord {
  const { userAgent, maxTouchPoints } = navigator;
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  // An iPad claims to be a Mac: https://developer.apple.com/documentation/safari-release-notes/safari-13-release-notes
  const isTablet = /iPad|Tablet|Android(?!.*Mobile)/.test(userAgent) || (system === 'macOS' && maxTouchPoints > 1);
  const isMobile = !isTablet && /Mobi/.test(userAgent);
  const handheld = isTablet ? 'tablet' : 'mobile';
  return {
    deviceType: isTablet || isMobile ? handheld : 'desktop',
    isMobile,
    ...(system && { OS: isTablet && system === 'macOS' ? 'iOS' : system }),
  };
}

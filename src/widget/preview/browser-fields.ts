import type { VisitorRecord } from '../../record/record.ts';

/** An order, since many names stand in more than one user agent. */
const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chrome OS'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** What a look-up would say of the browser at hand, so that a page tried as somebody else is not one of an unknown device. */
export function browserFields(): VisitorRecord {
  const { userAgent, maxTouchPoints } = navigator;
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  // https://developer.apple.com/documentation/safari-release-notes/safari-13-release-notes: an iPad says that it is a Mac.
  const isTablet = /iPad|Tablet|Android(?!.*Mobile)/.test(userAgent) || (system === 'macOS' && maxTouchPoints > 1);
  const isMobile = !isTablet && /Mobi/.test(userAgent);
  return {
    deviceType: isTablet ? 'tablet' : isMobile ? 'mobile' : 'desktop',
    isMobile,
    ...(system && { OS: isTablet && system === 'macOS' ? 'iOS' : system }),
  };
}

import type { VisitorRecord } from '../../record/record.ts';
import type { PageFacts } from '../../rules/facts.ts';

/** What the browser knows by itself, at this moment. */
export function readPageFacts(): PageFacts {
  return {
    language: navigator.languages?.[0] ?? navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** The fields of the record that the browser knows better than the request did that fetched it. */
export function pageFields(): VisitorRecord {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const prefers = (query: string) => matchMedia(`(prefers-${query})`).matches;
  return {
    currentPage: withoutQuery(location.href),
    ...(document.referrer && { referer: withoutQuery(document.referrer) }),
    colorPreference: prefers('color-scheme:dark') ? 'dark' : 'light',
    reducedMotion: prefers('reduced-motion:reduce'),
    ...(connection && { dataSaver: !!connection.saveData }),
  };
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*/s, '');
}

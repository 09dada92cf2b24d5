import type { Answer, ReportMistake } from './condition.ts';
import { distanceKm, parseArea, parsePoint } from './distance.ts';
import type { AskRare, Facts, RareName } from './facts.ts';
import { isWithin, parseSchedule } from './schedule.ts';

/**
 * Answers the conditions that few pages ask, so that the others do not download them. Values come folded, and only when
 * what they are about is known.
 *
 * @param report told of each value that cannot be read, each time it is asked.
 */
export function createAskRare(report: ReportMistake): AskRare {
  return (name, wanted, facts) => {
    const answer = askers[name](wanted, facts);
    if (answer === 'unusable') report('unusable-value', `${name}: ${wanted}`);
    return answer === 'unusable' ? undefined : answer;
  };
}

const askers: Readonly<Record<RareName, (wanted: string, facts: Facts) => Answer | 'unusable'>> = {
  near(wanted, { record }) {
    const area = parseArea(wanted);
    if (!area) return 'unusable';
    const point = parsePoint(record?.latitude, record?.longitude);
    return point && distanceKm(area.centre, point) <= area.radiusKm;
  },

  'local-time'(wanted, { page }) {
    const schedule = parseSchedule(wanted);
    if (!schedule) return 'unusable';
    return page.timezone === undefined || page.now === undefined ? undefined : isWithin(schedule, page.now, page.timezone);
  },

  /** `example.com` is its subdomains too. */
  referrer(wanted, { page }) {
    const host = hostOf(page.referrer ?? '');
    return host === undefined ? undefined : host === wanted || host.endsWith(`.${wanted}`);
  },

  /** `utm_source` is any value of it, `utm_source=mail` that one. */
  query(wanted, { page }) {
    const [name = '', ...rest] = wanted.split('=');
    const given = [...new URLSearchParams(page.query?.toLowerCase())].filter(([key]) => key === name);
    return rest.length ? given.some(([, value]) => value === rest.join('=')) : given.length > 0;
  },
};

function hostOf(url: string): string | undefined {
  try {
    return new URL(url).hostname;
  } catch {
    return undefined;
  }
}

import type { Answer, ReportMistake } from './clause.ts';
import { distanceKm, parseArea, parsePoint } from './distance.ts';
import type { AskRare, Facts, RareName } from './facts.ts';
import { fold } from './fold.ts';
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
    const point = parsePoint(record);
    return point && distanceKm(area.centre, point) <= area.radiusKm;
  },

  'local-time'(wanted, { page }) {
    const schedule = parseSchedule(wanted);
    if (!schedule) return 'unusable';
    return page.timezone === undefined || page.now === undefined
      ? undefined
      : isWithin(schedule, page.now, page.timezone);
  },

  /** `example.com` is its subdomains too. */
  referrer(wanted, { page }) {
    if (/[/:?#\s]/.test(wanted)) return 'unusable';
    const host = hostOf(page.referrer ?? '');
    return host === undefined ? undefined : matches(host, wanted) || host.endsWith(`.${wanted}`);
  },

  /** `utm_source` is any value of it, `utm_source=mail` that one, `utm_source=mail*` what begins so. */
  query(wanted, { page }) {
    const [name = '', ...rest] = wanted.split('=');
    const given = [...new URLSearchParams(page.query)].filter(([key]) => fold(key) === name);
    return given.some(([, value]) => !rest.length || matches(fold(value), rest.join('=')));
  },
};

function matches(value: string, wanted: string): boolean {
  return wanted.endsWith('*') ? value.startsWith(wanted.slice(0, -1)) : value === wanted;
}

function hostOf(url: string): string | undefined {
  try {
    return new URL(url).hostname;
  } catch {
    return undefined;
  }
}

import type { Answer } from './clause.ts';
import type { LazyConditionName } from './condition-table.ts';
import { distanceKm, parseArea, parsePoint } from './distance.ts';
import type { Facts } from './facts.ts';
import { fold } from './fold.ts';
import { isWithin, parseSchedule } from './schedule.ts';

/**
 * Answers the conditions that few pages use. They are a file of their own, so that the other pages do not download
 * them.
 *
 * @param wanted one value, folded.
 * @param facts in which the condition's field is known.
 * @returns `unusable` for a value that cannot be read.
 */
export function answerLazy(name: LazyConditionName, wanted: string, facts: Facts): Answer | 'unusable' {
  return askers[name](wanted, facts);
}

const askers: Readonly<Record<LazyConditionName, (wanted: string, facts: Facts) => Answer | 'unusable'>> = {
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

  /** `example.com` includes its subdomains. */
  referrer(wanted, { page }) {
    if (/[/:?#\s]/.test(wanted)) return 'unusable';
    const host = hostOf(page.referrer ?? '');
    return host === undefined ? undefined : matches(host, wanted) || host.endsWith(`.${wanted}`);
  },

  /** `utm_source` is any value of it, `utm_source=mail` that one, `utm_source=mail*` every value that begins so. */
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

import type { Answer } from './clause.ts';
import type { AskedLazily } from './condition-table.ts';
import { distanceKm, parseArea, parsePoint } from '../distance.ts';
import type { Facts } from '../facts.ts';
import { fold, matches } from '../text/normalize.ts';
import type { PageFacts } from '../page-facts.ts';
import { isWithin, parseSchedule } from '../time/schedule.ts';
import { isSameLanguage, isSameZone } from './same-name.ts';

/** The facts of a page that change while it is open, by what changes them. */
interface ChangingFacts {
  readonly minute: Pick<PageFacts, 'now' | 'aheadMs'>;
  /** A script changes the page's address. */
  readonly navigation: Pick<PageFacts, 'path' | 'query'>;
  readonly nothing: unknown;
}

/** What changes the answer of a condition while the record stays the same. The widget then asks again. */
export type Change = keyof ChangingFacts;

type LastingFacts = Omit<PageFacts, keyof ChangingFacts['minute'] | keyof ChangingFacts['navigation']>;

interface LazyCondition<By extends Change> {
  readonly changesWith: By;
  /**
   * It sees no fact that changes with anything else.
   *
   * @param wanted one value, folded.
   * @param facts in which the condition's field is known.
   * @returns `unusable` for a value that cannot be read.
   */
  readonly answer: (
    wanted: string,
    facts: Omit<Facts, 'page'> & { readonly page: LastingFacts & ChangingFacts[By] },
  ) => Answer | 'unusable';
}

type AnyLazyCondition = { [By in Change]: LazyCondition<By> }[Change];

/**
 * The conditions that few pages use, and what few visitors meet. They are a file of their own, so that the other pages
 * do not download them.
 */
const lazyConditions: Readonly<Record<AskedLazily, AnyLazyCondition>> = {
  near: {
    changesWith: 'nothing',
    answer(wanted, { record }) {
      const area = parseArea(wanted);
      if (!area) return 'unusable';
      const point = parsePoint(record);
      return point && distanceKm(area.centre, point) <= area.radiusKm;
    },
  },

  'local-time': {
    changesWith: 'minute',
    answer(wanted, { page }) {
      const schedule = parseSchedule(wanted);
      if (!schedule) return 'unusable';
      return page.timezone === undefined || page.now === undefined
        ? undefined
        : isWithin(schedule, page.now, page.timezone);
    },
  },

  /** `example.com` includes its subdomains, and so does `google.*`. */
  referrer: {
    changesWith: 'nothing',
    answer(wanted, { page }) {
      if (/[/:?#\s]/.test(wanted)) return 'unusable';
      const host = hostOf(page.referrer ?? '');
      return host === undefined ? undefined : isInDomain(host, wanted);
    },
  },

  language: {
    changesWith: 'nothing',
    answer: (wanted, { page }) => isSameLanguage(fold(page.language ?? ''), wanted) === true,
  },

  timezone: {
    changesWith: 'nothing',
    answer: (wanted, { page }) => isSameZone(page.timezone ?? '', wanted) === true,
  },

  path: {
    changesWith: 'navigation',
    answer: (wanted, { page }) => matches(page.path ?? '', wanted),
  },

  /** `utm_source` is any value of it, `utm_source=mail` that one, `utm_source=mail*` every value that begins so. */
  query: {
    changesWith: 'navigation',
    answer(wanted, { page }) {
      const [name = '', ...rest] = wanted.split('=');
      const given = [...new URLSearchParams(page.query)].filter(([key]) => fold(key) === name);
      return given.some(([, value]) => !rest.length || matches(fold(value), rest.join('=')));
    },
  },
};

/** Answers one value of a condition from the facts; `unusable` for a value that cannot be read. */
export function answerLazy(name: AskedLazily, wanted: string, facts: Facts): Answer | 'unusable' {
  return lazyConditions[name].answer(wanted, facts);
}

/** Whether a value of a condition can be read at all. */
export function isReadable(name: AskedLazily, wanted: string): boolean {
  return answerLazy(name, wanted, { record: undefined, page: {} }) !== 'unusable';
}

export function changeOf(name: AskedLazily): Change {
  return lazyConditions[name].changesWith;
}

/** Whether a host matches, or one of the domains that it is in. */
function isInDomain(host: string, wanted: string): boolean {
  for (let domain = host; ;) {
    if (matches(domain, wanted)) return true;
    const dot = domain.indexOf('.');
    if (dot < 0) return false;
    domain = domain.slice(dot + 1);
  }
}

function hostOf(url: string): string | undefined {
  try {
    return new URL(url).hostname;
  } catch {
    return undefined;
  }
}

import { formatMoment, momentFormats, parseMoment } from '../../../rules/time/moment.ts';
import { parseSchedule } from '../../../rules/time/schedule.ts';
import { hoursNames, hoursWords, type Reading, relativeWords } from '../../../rules/time/time-words.ts';
import { namesIn } from '../../../rules/text/words.ts';
import { momentByClock, usableTimezone, writtenTimezone } from '../../../rules/time/zoned-time.ts';
import type { Core } from '../../api/core.ts';
import { createMinuteClock } from './minute-clock.ts';
import { createServerClock } from './server-clock.ts';
import type { HostElement, ReadTime, TimeReading } from '../lazy-parts.ts';

/**
 * A lazy file, fetched if a `<geo-time>` has opening hours, relative words or the clock of a place, or a mistake to
 * report.
 */
export default function startTimeReader(core: Core): ReadTime {
  const { report } = core;
  const aheadMs = createServerClock(core);
  const now = () => Date.now() + aheadMs();
  const nextMinute = createMinuteClock(core, now);

  return (element, timezone, locale) => {
    const visitors = usableTimezone(timezone);
    if (visitors === undefined) return undefined;
    const reading = read(element, visitors, locale);
    if (!reading) report('unusable-time', element._source);
    return reading;
  };

  function read(element: HostElement, visitors: string, locale: string): TimeReading | undefined {
    const written = element.getAttribute('timezone');
    const place = written === null ? undefined : writtenTimezone(written);
    const clocks = new Map([
      ['visitor', visitors],
      ['place', place],
    ]);
    const timezone = clocks.get(element.getAttribute('shown-in') ?? 'visitor');
    if (timezone === undefined || (written !== null && place === undefined)) return undefined;
    const reading: Reading = { now: now(), timezone, locale };
    return element.hasAttribute('hours') ? readHours(element, place, reading) : readMoment(element, place, reading);
  }

  function readMoment(element: HostElement, place: string | undefined, reading: Reading): TimeReading | undefined {
    const moment = parseMoment(element.getAttribute('datetime') ?? '', (asUtc) =>
      place === undefined ? undefined : momentByClock(asUtc, place),
    );
    const name = element.getAttribute('format') ?? 'short';
    const format = momentFormats.get(name);
    if (moment === undefined || (!format && name !== 'relative')) return undefined;
    if (!format) nextMinute(element);
    const text = format ? formatMoment(moment, format, reading) : relativeWords(moment, reading);
    return { value: text === undefined ? text : { text, datetime: new Date(moment).toISOString() } };
  }

  function readHours(element: HostElement, place: string | undefined, reading: Reading): TimeReading | undefined {
    const schedule = parseSchedule(element.getAttribute('hours') ?? '');
    if (!schedule || place === undefined) return undefined;
    nextMinute(element);
    const { open, change, text } = hoursWords(
      schedule,
      place,
      { open: words(element, 'open'), closed: words(element, 'closed') },
      reading,
    );
    return {
      open,
      value:
        text === undefined
          ? text
          : { text, datetime: change === undefined ? undefined : new Date(change).toISOString() },
    };
  }

  function words(element: HostElement, name: 'open' | 'closed'): string | null {
    const written = element.getAttribute(name);
    const usable = written === null || namesIn(written)?.every((word) => hoursNames.includes(word));
    if (!usable) report('unusable-template', element._source);
    return usable ? written : null;
  }
}

import type { Facts } from '../../rules/facts.ts';
import { parseSchedule } from '../../rules/schedule.ts';
import { formatMoment, hoursNames, hoursWords, isMomentFormat, parseMoment, type Reading } from '../../rules/time-words.ts';
import { namesIn } from '../../rules/words.ts';
import { usableTimezone } from '../../rules/zoned-time.ts';
import type { ElementKit } from './element-kit.ts';
import { createMinuteClock } from './minute-clock.ts';
import type { Value } from './value-element.ts';

/** A file of its own: fetched by pages with a `<geo-time>`. */
export function define({ ValueElement, define: register, core }: ElementKit): void {
  const clock = createMinuteClock();
  const mistake = 'mistake';

  /**
   * A moment by the visitor's clock, `<geo-time datetime="2026-12-01T18:00:00Z">`, or opening hours,
   * `<geo-time hours="mon-fri 09:00-17:30" timezone="Europe/Paris" open="Open until {time}" closed="Opens {day} at {time}">`.
   *
   * @attr datetime - with an offset, or as the clock in `timezone` shows it
   * @attr {'short' | 'long' | 'time' | 'relative'} format - `short` when it is not there
   * @attr hours - when the place is open
   * @attr timezone - of the place
   * @attr open - words while it is open, with the names `time`, `day`, `relative`, `zone` of the next change
   * @attr closed - words while it is not
   * @attr {'visitor' | 'place'} shown-in - whose clock the words go by; the visitor's when it is not there
   * @cssState open - the hours say so
   * @cssState closed - the hours say so
   */
  class GeoTimeElement extends ValueElement {
    static override attributes = ['datetime', 'format', 'hours', 'timezone', 'open', 'closed', 'shown-in'];

    #open: boolean | undefined;
    #changes = false;

    override disconnectedCallback(): void {
      super.disconnectedCallback();
      clock.set(this, undefined);
    }

    protected override follow(facts: Facts | undefined): void {
      this.#open = undefined;
      this.#changes = false;
      super.follow(facts);
      this.setState('open', this.#open === true);
      this.setState('closed', this.#open === false);
      clock.set(this, this.#changes && this.isConnected ? () => this.requestUpdate() : undefined);
    }

    protected override value({ record, page }: Facts, locale: string): Value | undefined {
      const visitors = page.timezone === undefined ? undefined : usableTimezone(page.timezone);
      if (!record || visitors === undefined) return undefined;
      const value = this.#read(visitors, locale);
      if (value === mistake) core.report('unusable-time', this.source);
      return value === mistake ? undefined : value;
    }

    #read(visitors: string, locale: string): Value | undefined | typeof mistake {
      const written = this.getAttribute('timezone');
      const place = written === null ? undefined : usableTimezone(written);
      const shownIn = this.getAttribute('shown-in') ?? 'visitor';
      const timezone = shownIn === 'place' ? place : shownIn === 'visitor' ? visitors : undefined;
      if (timezone === undefined || (written !== null && place === undefined)) return mistake;
      const reading: Reading = { now: Date.now() + (core.facts()?.page.aheadMs ?? 0), timezone, locale };
      return this.hasAttribute('hours') ? this.#hours(place, reading) : this.#moment(place, reading);
    }

    #moment(place: string | undefined, reading: Reading): Value | typeof mistake {
      const format = this.getAttribute('format') ?? 'short';
      const moment = parseMoment(this.getAttribute('datetime') ?? '', place);
      if (moment === undefined || !isMomentFormat(format)) return mistake;
      this.#changes = format === 'relative';
      return { text: formatMoment(moment, format, reading), datetime: new Date(moment).toISOString() };
    }

    #hours(place: string | undefined, reading: Reading): Value | undefined | typeof mistake {
      const schedule = parseSchedule(this.getAttribute('hours') ?? '');
      if (!schedule || place === undefined) return mistake;
      const words = { open: this.#words('open'), closed: this.#words('closed') };
      const { open, change, text } = hoursWords(schedule, place, words, reading);
      this.#open = open;
      this.#changes = true;
      return text === undefined ? undefined : { text, datetime: change === undefined ? undefined : new Date(change).toISOString() };
    }

    #words(name: 'open' | 'closed'): string | null {
      const written = this.getAttribute(name);
      const usable = written === null || namesIn(written)?.every((word) => hoursNames.includes(word));
      if (!usable) core.report('unusable-template', this.source);
      return usable ? written : null;
    }
  }

  register('geo-time', GeoTimeElement);
}

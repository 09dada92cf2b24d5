import type { Facts } from '../../../rules/facts.ts';
import { formatMoment, momentFormats, parseMoment } from '../../../rules/time/moment.ts';
import type { Core } from '../../api/core.ts';
import type { ElementKit } from '../base/element-kit.ts';
import type { Value } from '../base/value.ts';

/** A lazy file, fetched by pages with a `<geo-time>`. */
export default function defineTime(core: Core, { ValueElement, define, ownAccessor }: ElementKit): void {
  const timeReader = core.lazy('times');

  /**
   * Shows a date and time in the visitor's time zone, `<geo-time datetime="2026-12-01T18:00:00Z">`, or opening hours, `<geo-time
   * hours="mon-fri 09:00-17:30" timezone="Europe/Paris" open="Open until {time}" closed="Opens {day} at {time}">`.
   *
   * Opening hours, relative times and the time zone of a place need one more file, `geolet-times.js`.
   *
   * @example
   * <geo-time datetime="2026-12-01T18:00:00Z" format="long">1 December 2026, 18:00 UTC</geo-time>
   * @attr datetime - with an offset, or as the clock in `timezone` shows it
   * @attr {'short' | 'long' | 'time' | 'relative'} format - `short` by default
   * @attr hours - opening days and times of the place
   * @attr timezone - time zone of the place
   * @attr open - text while it is open, with `time`, `day`, `relative` and `zone` of the next change
   * @attr closed - text while it is closed
   * @attr {'visitor' | 'place'} shown-in - whose time zone the text uses; the visitor's by default
   * @cssState open - it is open
   * @cssState closed - it is closed
   */
  class GeoTimeElement extends ValueElement {
    static override properties = {
      datetime: ownAccessor,
      format: ownAccessor,
      hours: ownAccessor,
      timezone: ownAccessor,
      open: ownAccessor,
      closed: ownAccessor,
      shownIn: { attribute: 'shown-in', ...ownAccessor },
    };

    #open: boolean | undefined;

    protected override _follow(facts: Facts | undefined): void {
      this.#open = undefined;
      super._follow(facts);
      this._setState('open', this.#open === true);
      this._setState('closed', this.#open === false);
    }

    protected override _value({ record, page: { timezone } }: Facts, locale: string): Value | undefined {
      if (!record || timezone === undefined) return undefined;
      const moment = parseMoment(this.getAttribute('datetime') ?? '');
      const format = momentFormats.get(this.getAttribute('format') ?? 'short');
      const text =
        moment !== undefined && format && !this.matches('[hours],[timezone],[shown-in]')
          ? formatMoment(moment, format, { timezone, locale })
          : undefined;
      if (moment !== undefined && text !== undefined) return { text, datetime: new Date(moment).toISOString() };
      // Anything else needs the lazy file, or is a mistake.
      const read = timeReader()?.(this, timezone, locale);
      this.#open = read?.open;
      return read?.value;
    }
  }

  define('geo-time', GeoTimeElement);
}

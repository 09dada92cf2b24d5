import type { Facts } from '../../rules/facts.ts';
import { formatMoment, momentFormats, parseMoment } from '../../rules/moment.ts';
import type { Core } from '../core.ts';
import type { ElementKit } from './element-kit.ts';
import { follow, setState, value } from './members.ts';
import type { Value } from './value.ts';

/** A lazy file, fetched by pages with a `<geo-time>`. */
export function start(core: Core, { ValueElement, define }: ElementKit): void {
  const timeReader = core.lazy('times');

  /**
   * A moment by the visitor's clock, `<geo-time datetime="2026-12-01T18:00:00Z">`, or opening hours, `<geo-time
   * hours="mon-fri 09:00-17:30" timezone="Europe/Paris" open="Open until {time}" closed="Opens {day} at {time}">`.
   *
   * For opening hours, relative words and the clock of a place one more file is fetched, `geolet-times.js`.
   *
   * @attr datetime - with an offset, or as the clock in `timezone` shows it
   * @attr {'short' | 'long' | 'time' | 'relative'} format - `short` by default
   * @attr hours - when the place is open
   * @attr timezone - of the place
   * @attr open - words while it is open, with the names `time`, `day`, `relative`, `zone` of the next change
   * @attr closed - words while it is not open
   * @attr {'visitor' | 'place'} shown-in - whose clock the words go by; the visitor's by default
   * @cssState open - the hours say so
   * @cssState closed - the hours say so
   */
  class GeoTimeElement extends ValueElement {
    static override attributes = ['datetime', 'format', 'hours', 'timezone', 'open', 'closed', 'shown-in'];

    #open: boolean | undefined;

    protected override [follow](facts: Facts | undefined): void {
      this.#open = undefined;
      super[follow](facts);
      this[setState]('open', this.#open === true);
      this[setState]('closed', this.#open === false);
    }

    protected override [value]({ record, page: { timezone } }: Facts, locale: string): Value | undefined {
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

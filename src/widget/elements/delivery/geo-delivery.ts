import { isUnusable } from '../../../rules/delivery/plan.ts';
import { isUsableTemplate } from '../../../rules/delivery/delivery-text.ts';
import { presentWords } from '../../../rules/delivery/words.ts';
import { readDelivery } from '../../../rules/delivery/written-plan.ts';
import type { Facts } from '../../../rules/facts.ts';
import type { Core } from '../../api/core.ts';
import { createDeliveryReader } from './delivery-reader.ts';
import type { ConditionalKit, ElementKit } from '../base/element-kit.ts';
import { createMinuteClock } from '../time/minute-clock.ts';
import type { Value } from '../base/value.ts';

/** A lazy file, fetched by pages with a `<geo-delivery>`. */
export default function defineDelivery(core: Core, kit: ElementKit & Pick<ConditionalKit, 'whenWritten'>): void {
  const { ValueElement, define, ownAccessor, whenWritten } = kit;
  const reader = createDeliveryReader(core);
  const nextMinute = createMinuteClock(core, reader.now);

  /**
   * Says when an order of now is delivered, and until when the visitor can order for that: `<geo-delivery days="FR: 1-2,
   * *: 5-9" cutoff="14:00" timezone="Europe/Lisbon" template="Order within {left}: delivered {dates}">Ships in 5 to 9
   * days</geo-delivery>`.
   *
   * @example
   * <geo-delivery days="FR: 1-2, eu: 2-4, US-HI: 9-14, *: 5-9" cutoff="14:00" timezone="Europe/Lisbon"
   *   template="Order within {left}: delivered {dates}">Ships in 5 to 9 days</geo-delivery>
   * @attr days - working days of the carrier, by place: `FR: 1-2, eu: 2-4, *: 5-9`
   * @attr cutoff - the time until which an order leaves on the same day, such as `14:00`; the end of the day by default
   * @attr timezone - time zone of the sender
   * @attr work - the days on which orders leave; `mon-fri` by default
   * @attr carrier - the days on which the carrier delivers; those of `work` by default
   * @attr closures - dates on which no order leaves: `2026-12-24..26, 01-01`
   * @attr template - text with `from`, `to`, `dates`, `left`, `days` and `weekday`; `{dates}` by default
   * @attr plan - the name of a plan in the page's settings, which has what the element lacks
   * @slot - shown as written if no date can be promised: the visitor's place is unknown or has no entry, or no day is near
   */
  class GeoDeliveryElement extends ValueElement {
    static override properties = {
      days: ownAccessor,
      cutoff: ownAccessor,
      timezone: ownAccessor,
      work: ownAccessor,
      carrier: ownAccessor,
      closures: ownAccessor,
      template: ownAccessor,
      plan: ownAccessor,
    };

    protected override _value(facts: Facts, locale: string): Value | undefined {
      const { timezone = '' } = facts.page;
      const nowMs = reader.now();
      const written = readDelivery((name) => this.getAttribute(name), core.block('delivery'));
      const answer = written && reader.answer(written, facts, nowMs);
      if (!answer || isUnusable(answer)) return this.#fail('unusable-delivery');
      nextMinute(this);
      if (!isUsableTemplate(written.template)) return this.#fail('unusable-template');
      const { promise } = answer;
      const text = promise && presentWords(written.template, promise, { nowMs, timezone, locale });
      return text === undefined ? undefined : { text };
    }

    #fail(code: string): undefined {
      // While the parser runs, the plan and the owner's groups may still come.
      if (core.isComplete(document)) core.report(code, this._source);
    }
  }

  whenWritten(core, () => define('geo-delivery', GeoDeliveryElement));
}

/** Told of exchange rates, for who counts it. */
export interface RatesObserver {
  /**
   * How a look for new rates ended. `same`: the source has none yet. `kept-back`: they wait for the owner, or for those
   * of a later day.
   */
  renewal(outcome: 'new' | 'same' | 'kept-back' | 'failed'): void;
  /** The day of the rates in the program's file, such as 2026-11-25. Undefined while there are none. */
  date(date: string | undefined): void;
}

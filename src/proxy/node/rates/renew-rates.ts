import type { CheckedRates } from './read-rates.ts';

/** A currency may become this much dearer or cheaper in a day. */
const dailyFactor = 1.2;
/** After many days without rates the daily factor alone would let a wrong decimal point pass. */
const largestFactor = 2;

export type Renewal =
  | { readonly kind: 'used'; readonly dropped: readonly string[] }
  | { readonly kind: 'known' }
  /** They stay apart until rates of a later day confirm them. */
  | { readonly kind: 'kept-back'; readonly unexpected: readonly string[] };

/**
 * Decides what becomes of rates that have just come.
 *
 * @param last those in use.
 * @param keptBack those that were kept back before.
 * @param isAccepted whether the owner has looked at them.
 */
export function renewRates(
  fresh: CheckedRates,
  last: CheckedRates | undefined,
  keptBack: CheckedRates | undefined,
  isAccepted: boolean,
): Renewal {
  if (last && fresh.base === last.base && fresh.date <= last.date) return { kind: 'known' };
  const unexpected = last ? unexpectedAfter(last, fresh) : [];
  const isConfirmed = keptBack !== undefined && keptBack.date < fresh.date && !unexpectedAfter(keptBack, fresh).length;
  if (unexpected.length > 0 && !isConfirmed && !isAccepted) return { kind: 'kept-back', unexpected };
  return { kind: 'used', dropped: Object.keys(last?.rates ?? {}).filter((currency) => !(currency in fresh.rates)) };
}

/** The currencies that moved too far for the days between, or that were not there; all of them where the base is another. */
function unexpectedAfter(before: CheckedRates, after: CheckedRates): string[] {
  if (before.base !== after.base) return Object.keys(after.rates);
  const days = Math.max(1, (Date.parse(after.date) - Date.parse(before.date)) / 86_400_000);
  const limit = Math.min(dailyFactor ** days, largestFactor);
  return Object.entries(after.rates)
    .filter(([currency, rate]) => {
      const factor = rate / (before.rates[currency] ?? NaN);
      return !(Math.max(factor, 1 / factor) <= limit);
    })
    .map(([currency]) => currency);
}

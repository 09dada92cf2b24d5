import type { CalendarDate } from '../time/zoned-time.ts';
import type { DeliveryPromise } from './promise.ts';
import { deliveryNames, deliveryNamesIn, type DeliveryReading, type DeliveryWords, deliveryWords } from './words.ts';

const prefix = 'delivery-';

/** Whether a text has no other placeholders than those about a delivery. */
export function isUsableTemplate(template: string | null | undefined): boolean {
  return template == null || !!deliveryNamesIn(template)?.every((name) => deliveryNames.includes(name));
}

/** Whether a placeholder of a template is about a delivery, and there is such a one. */
export function isDeliveryWord(word: string): boolean {
  return word.startsWith(prefix) && deliveryNames.includes(word.slice(prefix.length));
}

/**
 * What stands in place of a word such as `{delivery-to}`.
 *
 * @param reading without a language the text is for machines: dates are `2026-12-28`.
 */
export function deliveryText(
  word: string,
  promise: DeliveryPromise,
  { locale, ...moment }: Omit<DeliveryReading, 'locale'> & { readonly locale: string | undefined },
): DeliveryWords | undefined {
  const name = word.slice(prefix.length);
  const words = deliveryWords(`{${name}}`, promise, { ...moment, locale: locale ?? 'en' });
  const date = locale === undefined && (name === 'from' || name === 'to') ? promise[name] : undefined;
  return words && date ? { ...words, text: isoDate(date) } : words;
}

function isoDate({ year, month, day }: CalendarDate): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

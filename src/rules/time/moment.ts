/** The time zone and the language that a moment is formatted in. */
export interface TimeFormat {
  readonly timezone: string;
  readonly locale: string;
}

export const clockFormat: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };

/** Field by field, since engines refuse a zone's name beside `dateStyle`. */
export const momentFormats: ReadonlyMap<string, Intl.DateTimeFormatOptions> = new Map<
  string,
  Intl.DateTimeFormatOptions
>([
  ['short', { ...clockFormat, year: 'numeric', month: 'short', day: 'numeric', timeZoneName: 'short' }],
  ['long', { ...clockFormat, weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', timeZoneName: 'long' }],
  ['time', { ...clockFormat, timeZoneName: 'short' }],
]);

/**
 * Reads a moment in the form of `<time datetime>`.
 *
 * @param byClock finds the moment for a text without an offset. It gets the moment that the text would mean in UTC.
 */
export function parseMoment(text: string, byClock?: (asUtc: number) => number | undefined): number | undefined {
  const [, date = '', time = '00:00', offset] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text.trim()) ?? [];
  const asUtc = Date.parse(`${date}T${time}Z`);
  // Engines read the 31st of February as the 3rd of March.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(date)) return undefined;
  if (!offset) return byClock?.(asUtc);
  const moment = Date.parse(`${date}T${time}${offset.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(moment) ? undefined : moment;
}

/** @returns undefined for a zone that the engine does not know. */
export function formatMoment(
  moment: number,
  format: Intl.DateTimeFormatOptions,
  { timezone, locale }: TimeFormat,
): string | undefined {
  try {
    return new Intl.DateTimeFormat(locale, { ...format, timeZone: timezone }).format(moment);
  } catch {
    return undefined;
  }
}

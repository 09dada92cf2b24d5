const dayMs = 86_400_000;

/** 16:00 CET, which is 17:00 in summer: the bank has published its rates by then. */
const publicationMs = 15 * 3_600_000;

/** The last day, such as 2026-11-25, whose rates the bank has published. */
export function lastPublicationDay(now: number): string {
  let day = Math.floor((now - publicationMs) / dayMs);
  while (!isWorkingDay(day)) day--;
  return textOf(day);
}

/** When the bank publishes its next rates. */
export function nextPublication(now: number): number {
  let day = Math.floor((now - publicationMs) / dayMs) + 1;
  while (!isWorkingDay(day)) day++;
  return day * dayMs + publicationMs;
}

/** @param day counted from 1 January 1970. */
function isWorkingDay(day: number): boolean {
  const date = new Date(day * dayMs);
  if (date.getUTCDay() % 6 === 0) return false;
  // https://www.ecb.europa.eu/ecb/contacts/working-hours/html/index.en.html: Good Friday and Easter Monday, too.
  if (/-(01-01|05-01|12-25|12-26)$/.test(textOf(day))) return false;
  const easter = easterOf(date.getUTCFullYear());
  return day !== easter - 2 && day !== easter + 1;
}

/** By the rule of Gauss in the form of Meeus, Jones and Butcher. */
function easterOf(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const moon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const daysAfterMarch = moon + weekday - 7 * late + 22;
  return Date.UTC(year, 2, daysAfterMarch) / dayMs;
}

function textOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

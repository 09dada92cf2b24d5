/** Whether the calendar has that day: it has no 30th of February, and a 29th in leap years. */
export function isDate(year: number, month: number, day: number): boolean {
  return new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
}

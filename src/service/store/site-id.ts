/** The characters that stand for themselves in a path, so that every ID has one spelling there. */
export function isSiteID(text: string): boolean {
  return /^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,127}$/.test(text);
}

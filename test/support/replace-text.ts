/**
 * Replaces a part of what a page or an example says, so that it runs here.
 *
 * @throws {Error} where the text has no such part: somebody has reworded it, and the test would run something else.
 */
export function replaceText(text: string, part: string | RegExp, replacement: string): string {
  const replaced = text.replace(part, replacement);
  if (replaced === text) throw new Error(`Not a part of this text: ${String(part)}\n${text}`);
  return replaced;
}

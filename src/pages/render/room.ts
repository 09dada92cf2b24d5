/** Thrown where an element would make the page too long: it stays as written. */
export class TooMuchMarkup extends Error {}

/** Throws TooMuchMarkup where the page has no room for so many characters more. */
export function spend(context: { room: number }, characters: number): void {
  context.room -= characters;
  if (context.room < 0) throw new TooMuchMarkup('The page would become too long.');
}

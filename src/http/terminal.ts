// @guard terminal

/**
 * Characters that a terminal obeys or hides: controls with escape and the 8-bit ones, what turns the direction of
 * text, what has no width, and halves of characters. The two joiners stay, which Persian, Hindi and emoji need.
 * https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
const obeyed = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/**
 * Text of others as one line that is safe on a terminal and in a log: records, headers, addresses, names of files, and
 * messages of errors, which quote such text. The escapes are those of JSON, so JSON keeps its meaning.
 */
export function printable(text: string): string {
  return text.replace(obeyed, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/**
 * Prints to standard output, as everything that a command says there. Line ends are the command's own: text of others
 * goes through `printable` first.
 *
 * @param colourOf the number of each line's colour, where the terminal has some.
 */
export function print(text: string, colourOf: (line: string) => number | undefined = () => undefined): void {
  console.log(
    toLines(text)
      .map((line) => {
        const colour = colourOf(line);
        return colour === undefined ? line : `\u001B[${colour}m${line}\u001B[39m`;
      })
      .join('\n'),
  );
}

/** The same to standard error, for mistakes and for the log. */
export function printError(text: string): void {
  console.error(toLines(text).join('\n'));
}

/** What a terminal shows of an error, its stack where there is one. */
export function printThrown(thrown: unknown): void {
  printError(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
}

function toLines(text: string): string[] {
  return text.split('\n').map(printable);
}

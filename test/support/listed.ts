/** The words of a text, which may go over several lines. */
export const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

/** The parts of a text between bars with blanks around them: for what has blanks in it. */
export const partsOf = (text: string): string[] => text.trim().split(/\s+\|\s+/);
